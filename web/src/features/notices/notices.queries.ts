import { queryOptions } from '@tanstack/react-query'
import { noticeRoutes } from '@noroshi/contract/notices/notices.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** The official notices of the last days. They are readable without a connection, with their times. */
export const noticesQuery = queryOptions({
  queryKey: storedKey('notices'),
  queryFn: () => call(noticeRoutes.list),
})

/** The areas on the map of the notices in effect. They are readable without a connection. */
export const noticeShapesQuery = queryOptions({
  queryKey: storedKey('noticeShapes'),
  queryFn: () => call(noticeRoutes.shapes),
})

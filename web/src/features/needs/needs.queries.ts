import { queryOptions } from '@tanstack/react-query'
import { needRoutes } from '@noroshi/contract/needs/needs.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** The needs board, in no order. It is readable without a connection. */
export const needsQuery = queryOptions({
  queryKey: storedKey('needs'),
  queryFn: () => call(needRoutes.list),
})

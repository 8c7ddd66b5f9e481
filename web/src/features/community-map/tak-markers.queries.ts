import { queryOptions } from '@tanstack/react-query'
import { takRoutes } from '@noroshi/contract/exchange/tak.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** The markers of the TAK server. They are readable without a connection, with their times. */
export const takMarkersQuery = queryOptions({
  queryKey: storedKey('takMarkers'),
  queryFn: () => call(takRoutes.markers),
})

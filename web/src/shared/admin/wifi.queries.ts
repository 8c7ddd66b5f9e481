import { queryOptions } from '@tanstack/react-query'
import { hotspotRoutes } from '@noroshi/contract/hotspot/hotspot.http'
import { call } from '../../platform/connection/http.ts'

/** The Wi-Fi of the hotspot, for posters and sheets; null: the server has none. */
export const wifiQuery = queryOptions({
  queryKey: ['admin', 'hotspot', 'wifi'] as const,
  queryFn: async () => (await call(hotspotRoutes.wifi)).wifi,
})

import { queryOptions } from '@tanstack/react-query'
import { hotspotRoutes } from '@noroshi/contract/hotspot/hotspot.http'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'

/** Whether this device uses the hotspot of the server; null elsewhere. */
export const hotspotQuery = queryOptions({
  queryKey: ['hotspot'] as const,
  queryFn: async () => (await call(hotspotRoutes.read)).hotspot,
})

export const useContinue = () =>
  useChange(
    () => call(hotspotRoutes.continue),
    (cache) => cache.invalidateQueries({ queryKey: hotspotQuery.queryKey }),
    'hotspot.continued',
  )

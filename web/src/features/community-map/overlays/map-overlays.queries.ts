import { queryOptions } from '@tanstack/react-query'
import { mapOverlayRoutes } from '@noroshi/contract/community-map/map-overlays.http'
import { call } from '../../../platform/connection/http.ts'
import { storedKey } from '../../../platform/store/stored-key.ts'

/** The pictures on the map that the user may see, by name. Their list is readable without a connection. */
export const mapOverlaysQuery = queryOptions({
  queryKey: storedKey('mapOverlays'),
  queryFn: () => call(mapOverlayRoutes.list),
})

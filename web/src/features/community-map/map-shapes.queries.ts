import { queryOptions } from '@tanstack/react-query'
import { mapShapeRoutes } from '@noroshi/contract/community-map/map-shapes.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** All lines and areas, by name. They are readable without a connection. */
export const mapShapesQuery = queryOptions({
  queryKey: storedKey('mapShapes'),
  queryFn: () => call(mapShapeRoutes.list),
})

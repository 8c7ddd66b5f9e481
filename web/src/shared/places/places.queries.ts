import { queryOptions } from '@tanstack/react-query'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** All places, by kind and name. They are readable without a connection. */
export const placesQuery = queryOptions({
  queryKey: storedKey('places'),
  queryFn: () => call(placeRoutes.list),
})

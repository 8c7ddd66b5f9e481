import type { QueryClient } from '@tanstack/react-query'
import { placeEvents } from '@noroshi/contract/places/places.events'
import { comparePlaces, type Place } from '@noroshi/contract/places/places.http'
import { defineLive } from '../../platform/connection/live.ts'
import { placesQuery } from './places.queries.ts'

/** Changes the loaded list. A list that is being fetched may be older than the event, so it is fetched again. */
function changePlaces(cache: QueryClient, change: (places: readonly Place[]) => Place[]): void {
  const { queryKey } = placesQuery
  cache.setQueryData(queryKey, (list) => list && { ...list, items: change(list.items) })
  if (cache.isFetching({ queryKey }) > 0) void cache.invalidateQueries({ queryKey })
}

export const placesLive = defineLive(placeEvents, {
  'places:updated': (cache, place) =>
    changePlaces(cache, (places) => {
      const known = places.find(({ id }) => id === place.id)
      if (known && known.version >= place.version) return [...places]
      return [...places.filter(({ id }) => id !== place.id), place].toSorted(comparePlaces)
    }),
  'places:removed': (cache, { id, version }) =>
    changePlaces(cache, (places) => places.filter((place) => place.id !== id || place.version > version)),
})

import type { QueryClient } from '@tanstack/react-query'
import { needEvents } from '@noroshi/contract/needs/needs.events'
import type { Need } from '@noroshi/contract/needs/needs.http'
import { defineLive } from '../../platform/connection/live.ts'
import { needsQuery } from './needs.queries.ts'

/** Changes the loaded board. One that is being fetched may be older than the event, so it is fetched again. */
function changeNeeds(cache: QueryClient, change: (needs: readonly Need[]) => Need[]): void {
  const { queryKey } = needsQuery
  cache.setQueryData(queryKey, (list) => list && { ...list, items: change(list.items) })
  if (cache.isFetching({ queryKey }) > 0) void cache.invalidateQueries({ queryKey })
}

export const needsLive = defineLive(needEvents, {
  'needs:updated': (cache, need) =>
    changeNeeds(cache, (needs) => {
      const known = needs.find(({ id }) => id === need.id)
      if (known && known.version >= need.version) return [...needs]
      return [...needs.filter(({ id }) => id !== need.id), need]
    }),
  'needs:removed': (cache, { id, version }) =>
    changeNeeds(cache, (needs) => needs.filter((need) => need.id !== id || need.version > version)),
  // The board knows itself when an entry expires.
  'needs:expired': () => undefined,
})

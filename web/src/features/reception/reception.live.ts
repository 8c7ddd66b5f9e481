import { receptionEvents } from '@noroshi/contract/reception/reception.events'
import { defineLive } from '../../platform/connection/live.ts'
import { deleteLostCopies } from './offline/lost-copies.ts'
import { ownSheltersQuery } from './reception.queries.ts'

/** The own shelters are read again, and the copies of those without a role any more are deleted. */
export const receptionLive = defineLive(receptionEvents, {
  'shelters:changed': (cache) => {
    void cache.invalidateQueries({ queryKey: ownSheltersQuery.queryKey })
    void deleteLostCopies(cache).catch(() => undefined)
  },
})

import { familyEvents } from '@noroshi/contract/families/families.events'
import { defineLive } from '../../platform/connection/live.ts'
import { familyQuery } from './families.queries.ts'

/** The event says that something changed. The family is read again where it is on the screen. */
export const familiesLive = defineLive(familyEvents, {
  'family:changed': (cache) => void cache.invalidateQueries({ queryKey: familyQuery.queryKey }),
})

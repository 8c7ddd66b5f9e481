import { personSearchEvents } from '@noroshi/contract/person-searches/person-searches.events'
import { defineLive } from '../../platform/connection/live.ts'
import { toastSuccess } from '../../ui/states/toast.tsx'
import { personSearchesQuery, shelterMessagesQuery } from './person-searches.queries.ts'

/** The user is told on each page that there is an answer or a message. The list is read again where it is on the screen. */
export const personSearchesLive = defineLive(personSearchEvents, {
  'person-searches:changed': (cache) => {
    toastSuccess('personSearch.news')
    void cache.invalidateQueries({ queryKey: personSearchesQuery.queryKey })
  },
  'person-searches:message': (cache, { placeId }) =>
    void cache.invalidateQueries({ queryKey: shelterMessagesQuery(placeId).queryKey }),
})

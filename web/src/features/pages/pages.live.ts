import { pageEvents } from '@noroshi/contract/pages/pages.events'
import { defineLive } from '../../platform/connection/live.ts'
import { myPageMembershipQuery, pageMembersQuery } from './pages.queries.ts'
import { receiveRemovedPage, receiveCard } from './receive-pages.ts'

const { 'page:updated': updated, 'page:deleted': deleted, 'page:members': members } = pageEvents

/** The event handlers for readers. Each event is one change of the store. */
export const pagesLive = defineLive(
  { 'page:updated': updated, 'page:deleted': deleted, 'page:members': members },
  {
    'page:updated': receiveCard,
    'page:deleted': (cache, { id, version }) => receiveRemovedPage(cache, id, version),
    'page:members': (cache, { PageId: id }) => {
      for (const { queryKey } of [pageMembersQuery(id), myPageMembershipQuery(id)]) void cache.invalidateQueries({ queryKey })
    },
  },
)

import { pageEvents } from '@noroshi/contract/pages/pages.events'
import { defineLive } from '../../platform/live.ts'
import { dropPage, takeCard } from './page-cache.ts'
import { myPageMembershipQuery, pageMembersQuery } from './pages.queries.ts'

const { 'page:updated': updated, 'page:deleted': deleted, 'page:members': members } = pageEvents

/** What readers hear. One pure change of the cache per event; a version that is older than what is known changes nothing. */
export const pagesLive = defineLive(
  { 'page:updated': updated, 'page:deleted': deleted, 'page:members': members },
  {
    'page:updated': (cache, card) => takeCard(cache, card),
    'page:deleted': (cache, { id, version }) => dropPage(cache, id, version),
    'page:members': (cache, { PageId: id }) => {
      for (const { queryKey } of [pageMembersQuery(id), myPageMembershipQuery(id)]) void cache.invalidateQueries({ queryKey })
    },
  },
)

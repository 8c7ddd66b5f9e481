import { pageEvents } from '@noroshi/contract/pages/pages.events'
import { defineLive } from '../../platform/live.ts'
import { removePage, applyCard } from './page-cache.ts'
import { myPageMembershipQuery, pageMembersQuery } from './pages.queries.ts'

const { 'page:updated': updated, 'page:deleted': deleted, 'page:members': members } = pageEvents

/** Events for readers. One cache update for each event; an older version changes nothing. */
export const pagesLive = defineLive(
  { 'page:updated': updated, 'page:deleted': deleted, 'page:members': members },
  {
    'page:updated': (cache, card) => applyCard(cache, card),
    'page:deleted': (cache, { id, version }) => removePage(cache, id, version),
    'page:members': (cache, { PageId: id }) => {
      for (const { queryKey } of [pageMembersQuery(id), myPageMembershipQuery(id)]) void cache.invalidateQueries({ queryKey })
    },
  },
)

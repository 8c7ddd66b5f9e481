import { pageEvents } from '@noroshi/contract/pages/pages.events'
import { defineLive } from '../../platform/connection/live.ts'
import { revisionsQuery } from './drafts.queries.ts'
import { receiveDraftHead } from './receive-pages.ts'

const { 'page:draft': draft, 'page:updated': updated } = pageEvents

/** The event handlers for authors and reviewers. Each event is one change of the store. */
export const draftsLive = defineLive(
  { 'page:draft': draft, 'page:updated': updated },
  {
    'page:draft': receiveDraftHead,
    'page:updated': (cache, { id }) => {
      // Each of these queries contains published content.
      for (const queryKey of [revisionsQuery(id).queryKey, ['pages', 'comparison', id]])
        void cache.invalidateQueries({ queryKey })
    },
  },
)

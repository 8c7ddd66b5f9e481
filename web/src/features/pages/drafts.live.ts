import { pageEvents } from '@noroshi/contract/pages/pages.events'
import { defineLive } from '../../platform/live.ts'
import { applyDraftHead } from './draft-cache.ts'
import { revisionsQuery } from './drafts.queries.ts'

const { 'page:draft': draft, 'page:updated': updated } = pageEvents

/** Events for authors and reviewers. One cache update for each event; an older version changes nothing. */
export const draftsLive = defineLive(
  { 'page:draft': draft, 'page:updated': updated },
  {
    'page:draft': (cache, head) => applyDraftHead(cache, head),
    'page:updated': (cache, { id }) => {
      // Each of these queries contains published content.
      for (const queryKey of [revisionsQuery(id).queryKey, ['pages', 'comparison', id]])
        void cache.invalidateQueries({ queryKey })
    },
  },
)

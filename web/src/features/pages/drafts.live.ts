import { pageEvents } from '@noroshi/contract/pages/pages.events'
import { defineLive } from '../../platform/live.ts'
import { takeHead } from './draft-cache.ts'
import { revisionsQuery } from './drafts.queries.ts'

const { 'page:draft': draft, 'page:updated': updated } = pageEvents

/** What drafters and reviewers hear. One pure change of the cache per event; an older version than what is known changes nothing. */
export const draftsLive = defineLive(
  { 'page:draft': draft, 'page:updated': updated },
  {
    'page:draft': (cache, head) => takeHead(cache, head),
    'page:updated': (cache, { id }) => {
      // What is published stands in each of these.
      for (const queryKey of [revisionsQuery(id).queryKey, ['pages', 'comparison', id]])
        void cache.invalidateQueries({ queryKey })
    },
  },
)

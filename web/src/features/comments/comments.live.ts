import { commentEvents } from '@noroshi/contract/comments/comments.events'
import { feedEvents } from '@noroshi/contract/feeds/feeds.events'
import { defineLive } from '../../platform/live.ts'
import { commentStore } from './comment-store.ts'
import { commentEntity } from './comments.entities.ts'
import { commentsQuery } from './comments.queries.ts'

const { 'like:changed': _ofPosts, ...events } = commentEvents

/** The event handlers of comments. Each event of a comment is one change of the store. */
export const commentsLive = defineLive(
  { ...events, 'post:created': feedEvents['post:created'] },
  {
    // A post that returns after a review has lost its comments.
    'post:created': (cache, { id }) => void cache.invalidateQueries({ queryKey: commentsQuery(id).queryKey }),
    'comment:created': (cache, comment) => commentStore(cache).put(commentEntity, comment),
    'comment:updated': (cache, comment) => commentStore(cache).put(commentEntity, comment),
    'comment:deleted': (cache, { id, version }) => commentStore(cache).remove(commentEntity, id, version),
  },
)

import { commentEvents } from '@noroshi/contract/comments/comments.events'
import { feedEvents } from '@noroshi/contract/feeds/feeds.events'
import { defineLive } from '../../platform/connection/live.ts'
import { comments } from './comments.resource.ts'

const { 'like:changed': _ofPosts, ...events } = commentEvents

/** The event handlers of comments. Each event of a comment is one change of the store. */
export const commentsLive = defineLive(
  { ...events, 'post:created': feedEvents['post:created'] },
  {
    // A post that returns after a review has lost its comments.
    'post:created': (cache, { id }) => comments.refetch(cache, id),
    'comment:created': comments.put,
    'comment:updated': comments.put,
    'comment:deleted': comments.remove,
  },
)

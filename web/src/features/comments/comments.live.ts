import { commentEvents } from '@noroshi/contract/comments/comments.events'
import { defineLive } from '../../platform/live.ts'
import { removeComment, upsertComment } from './comment-cache.ts'

const { 'like:changed': _ofPosts, ...events } = commentEvents

/** One cache update for each event. */
export const commentsLive = defineLive(events, {
  'comment:created': (cache, comment) => upsertComment(cache, comment),
  'comment:updated': (cache, comment) => upsertComment(cache, comment),
  'comment:deleted': (cache, { EntityId, id }) => removeComment(cache, EntityId, id),
})

import { commentEvents } from '@noroshi/contract/comments/comments.events'
import { defineLive } from '../../platform/live.ts'
import { dropComment, keepComment } from './comment-cache.ts'

const { 'like:changed': _ofPosts, ...events } = commentEvents

/** One pure change of the cache per event. */
export const commentsLive = defineLive(events, {
  'comment:created': (cache, comment) => keepComment(cache, comment),
  'comment:updated': (cache, comment) => keepComment(cache, comment),
  'comment:deleted': (cache, { EntityId, id }) => dropComment(cache, EntityId, id),
})

import { commentEvents } from '@noroshi/contract/comments/comments.events'
import { defineLive } from '../../platform/live.ts'
import { commentStore } from './comment-store.ts'
import { commentEntity } from './comments.entities.ts'

const { 'like:changed': _ofPosts, ...events } = commentEvents

/** The event handlers of comments. Each event is one change of the store. */
export const commentsLive = defineLive(events, {
  'comment:created': (cache, comment) => commentStore(cache).put(commentEntity, comment),
  'comment:updated': (cache, comment) => commentStore(cache).put(commentEntity, comment),
  'comment:deleted': (cache, { id, version }) => commentStore(cache).remove(commentEntity, id, version),
})

import type { Tx } from '#/db/transaction.ts'
import { insiderRoomsOf, openRoomsOf, roomsOfPost } from './feed-rooms.service.ts'
import { presentPost, presentReview } from './feeds.present.ts'
import type { PostRow } from './posts.sql.ts'

export const emitPostCreated = (tx: Tx, post: PostRow) => tx.emit('post:created', roomsOfPost(post), presentPost(post))

/** Emits a changed post. Viewers who may no longer see it get `post:deleted` and leave the room of its comments. */
export function emitPostChanged(tx: Tx, before: PostRow, after: PostRow): void {
  const isShown = after.is_approved === true
  const wasShown = before.is_approved === true
  tx.emit(isShown && !wasShown ? 'post:created' : 'post:updated', roomsOfPost(after), presentPost(after))
  if (!wasShown || isShown) return
  tx.emit('post:deleted', openRoomsOf(after), { FeedId: after.feed_id, id: after.id, version: after.version })
}

export function emitPostDeleted(tx: Tx, post: PostRow, version: number): void {
  tx.emit('post:deleted', roomsOfPost(post), { FeedId: post.feed_id, id: post.id, version })
}

/** Emits a review: the author and the moderators get the remarks; for all other readers an approved post is new. */
export function emitPostReviewed(tx: Tx, post: PostRow): void {
  tx.emit('post:review', insiderRoomsOf(post), { ...presentPost(post), review: presentReview(post) })
  if (post.is_approved === true) emitPostCreated(tx, post)
}

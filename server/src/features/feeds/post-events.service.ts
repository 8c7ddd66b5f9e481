import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { commentsRoom } from '#/realtime/rooms.ts'
import { insiderRoomsOf, openRoomsOf, roomsOfPost } from './feed-rooms.service.ts'
import { presentPost, presentReview } from './feeds.present.ts'
import type { PostRow } from './posts.sql.ts'

export const tellCreated = (tx: Tx, post: PostRow) => tx.announce('post:created', roomsOfPost(post), presentPost(post))

/** Those who could see the post before and cannot any more are told that it is gone, and hear no more of its comments. */
export function tellChanged(deps: Deps, tx: Tx, before: PostRow, after: PostRow): void {
  const isShown = after.is_approved === true
  const wasShown = before.is_approved === true
  tx.announce(isShown && !wasShown ? 'post:created' : 'post:updated', roomsOfPost(after), presentPost(after))
  if (!wasShown || isShown) return
  tx.announce('post:deleted', openRoomsOf(after), { FeedId: after.feed_id, id: after.id, version: after.version })
  emptyComments(deps, tx, after, insiderRoomsOf(after))
}

export function tellGone(deps: Deps, tx: Tx, post: PostRow, version: number): void {
  tx.announce('post:deleted', roomsOfPost(post), { FeedId: post.feed_id, id: post.id, version })
  emptyComments(deps, tx, post, [])
}

/** Its author and the moderators learn the remarks; for everybody else an approved post is new. */
export function tellReviewed(tx: Tx, post: PostRow): void {
  tx.announce('post:review', insiderRoomsOf(post), { ...presentPost(post), review: presentReview(post) })
  if (post.is_approved === true) tellCreated(tx, post)
}

function emptyComments({ realtime }: Deps, tx: Tx, { feed_id, id }: PostRow, staying: readonly string[]): void {
  const room = commentsRoom(feed_id, id)
  tx.beforeTelling(() => realtime.evict(room, staying, (one) => one === room))
}

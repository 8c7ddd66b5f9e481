import type { Tx } from '#/db/transaction.ts'
import { AppError } from '#/http/errors.ts'
import { commentsRoom } from '#/realtime/rooms.ts'
import { insiderRoomsOf, roomsOfPost } from './feed-rooms.service.ts'
import { presentCounts } from './feeds.present.ts'
import { countComment, type CountsRow } from './post-counts.sql.ts'

// What hangs on posts (comments, likes) imports this feature's services alone: what it needs of counts is named here.
export { presentCounts } from './feeds.present.ts'
export { type CountsRow, deleteLike, insertLike, type LikeRow, likesOf } from './post-counts.sql.ts'

/** Everybody who sees the post's counts: in its feed, or beside its comments. */
export const roomsOfCounts = (post: CountsRow): string[] =>
  post.is_approved === true ? roomsOfPost(post) : [...insiderRoomsOf(post), commentsRoom(post.feed_id, post.id)]

/** One more comment, or one less, and everybody sees it. @throws post.notFound (404). */
export async function countComments(tx: Tx, postId: string, by: 1 | -1): Promise<CountsRow> {
  const counts = await countComment(tx, postId, by)
  if (!counts) throw new AppError('post.notFound')
  tx.announce('post:counted', roomsOfCounts(counts), { FeedId: counts.feed_id, id: counts.id, ...presentCounts(counts) })
  return counts
}

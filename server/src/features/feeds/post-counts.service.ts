import type { Tx } from '#/db/transaction.ts'
import { AppError } from '#/http/errors.ts'
import { commentsRoom } from './feeds.rooms.ts'
import { insiderRoomsOf, roomsOfPost } from './feed-rooms.service.ts'
import { presentCounts } from './feeds.present.ts'
import { updateCommentCount, type CountsRow } from './post-counts.sql.ts'

// Other features may import the services of a feature only, so the exports for comments and likes are here.
export { presentCounts } from './feeds.present.ts'
export {
  type CountsRow,
  deleteLike,
  insertLike,
  type LikeRow,
  likesOf,
  likeState,
  sharedLikes,
  sharedPost,
  stampLike,
  stampRemoval,
} from './post-counts.sql.ts'

/** Rooms of all users who see the counts of the post, in its feed or beside its comments. */
export const roomsOfCounts = (post: CountsRow): string[] =>
  post.is_approved === true ? roomsOfPost(post) : [...insiderRoomsOf(post), commentsRoom(post.feed_id, post.id)]

/** Changes the count of comments by `by` and emits it. @throws post.notFound (404). */
export async function changeCommentCount(tx: Tx, postId: string, by: 1 | -1): Promise<CountsRow> {
  const counts = await updateCommentCount(tx, postId, by)
  if (!counts) throw new AppError('post.notFound')
  tx.emit('post:counted', roomsOfCounts(counts), { FeedId: counts.feed_id, id: counts.id, ...presentCounts(counts) })
  return counts
}

import { newId } from '#/db/ids.ts'
import type { CommentTarget } from '@noroshi/contract/comments/comments.http'
import type { Like, LikeState } from '@noroshi/contract/comments/likes.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { Tx } from '#/db/transaction.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import { personOf, presentPerson } from '#/features/accounts/people/people.service.ts'
import {
  type CountsRow,
  deleteLike,
  insertLike,
  type LikeRow,
  likesOf,
  presentCounts,
  roomsOfCounts,
} from '#/features/feeds/post-counts.service.ts'
import { openPost } from '#/features/feeds/posts.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'

/** Returns the likes of a post, newest first. @throws post.notFound (404) if the viewer may not see the post. */
export async function listLikes({ db }: Deps, viewer: SignedIn, { EntityId }: CommentTarget, cursor: string | undefined) {
  await openPost(db, viewer, EntityId)
  const rows = await likesOf(db, EntityId, cursor, PAGE_SIZE + 1)
  return pageOf(rows, PAGE_SIZE, presentLike)
}

const presentLike = (row: LikeRow): Like => ({
  EntityId: row.post_id,
  entityType: 'post',
  UserId: row.user_id,
  user: presentPerson({ ...row, id: row.user_id }),
  createdAt: row.created_at.toISOString(),
})

/** Likes a post. A repeated like changes and emits nothing. @throws post.notFound (404). */
export const likePost = (deps: Deps, viewer: SignedIn, target: CommentTarget): Promise<LikeState> =>
  changeLike(deps, viewer, target, true, (tx) =>
    insertLike(tx, { id: newId(), postId: target.EntityId, userId: viewer.id, at: deps.now() }),
  )

/** Removes a like. Without a like it changes and emits nothing. @throws post.notFound (404). */
export const unlikePost = (deps: Deps, viewer: SignedIn, target: CommentTarget): Promise<LikeState> =>
  changeLike(deps, viewer, target, false, (tx) => deleteLike(tx, target.EntityId, viewer.id))

const changeLike = (
  deps: Deps,
  viewer: SignedIn,
  { EntityId, entityType }: CommentTarget,
  isLiked: boolean,
  write: (tx: Tx) => Promise<CountsRow | undefined>,
): Promise<LikeState> =>
  deps.transaction(async (tx) => {
    const { post, facts } = await openPost(tx, viewer, EntityId)
    authorize(viewer, 'post:like', facts, 'post.notAllowed')
    const changedCounts = await write(tx)
    const counts = presentCounts(changedCounts ?? post)
    const user = presentPerson(personOf(viewer))
    if (changedCounts)
      tx.emit('like:changed', roomsOfCounts(changedCounts), {
        EntityId,
        entityType,
        FeedId: changedCounts.feed_id,
        UserId: viewer.id,
        user,
        isLiked,
        counts,
      })
    return { EntityId, entityType, hasLiked: isLiked, counts }
  })

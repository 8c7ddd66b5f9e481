import { v7 as uuidv7 } from 'uuid'
import { can } from '@noroshi/contract/abilities'
import type { CommentTarget } from '@noroshi/contract/comments/comments.http'
import type { Like, LikeState } from '@noroshi/contract/comments/likes.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { personOf, presentPerson } from '#/features/accounts/people.service.ts'
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
import { AppError } from '#/http/errors.ts'

/** The latest first. @throws post.notFound (404) for who may not see the post. */
export async function listLikes({ db }: Deps, viewer: SignedIn, { EntityId }: CommentTarget, cursor: string | undefined) {
  await openPost(db, viewer, EntityId)
  const rows = await likesOf(db, EntityId, cursor, PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  return { items: page.map(presentLike), nextCursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null }
}

const presentLike = (row: LikeRow): Like => ({
  EntityId: row.post_id,
  entityType: 'post',
  UserId: row.user_id,
  user: presentPerson({ ...row, id: row.user_id }),
  createdAt: row.created_at.toISOString(),
})

/** Once more changes nothing and tells nobody. @throws post.notFound (404). */
export const like = (deps: Deps, viewer: SignedIn, target: CommentTarget): Promise<LikeState> =>
  change(deps, viewer, target, true, (tx) =>
    insertLike(tx, { id: uuidv7(), postId: target.EntityId, userId: viewer.id, at: deps.now() }),
  )

/** Once more changes nothing and tells nobody. @throws post.notFound (404). */
export const unlike = (deps: Deps, viewer: SignedIn, target: CommentTarget): Promise<LikeState> =>
  change(deps, viewer, target, false, (tx) => deleteLike(tx, target.EntityId, viewer.id))

const change = (
  deps: Deps,
  viewer: SignedIn,
  { EntityId, entityType }: CommentTarget,
  isLiked: boolean,
  write: (tx: Tx) => Promise<CountsRow | undefined>,
): Promise<LikeState> =>
  deps.transaction(async (tx) => {
    const { post, facts } = await openPost(tx, viewer, EntityId)
    if (!can(viewer, 'post:like', facts)) throw new AppError('post.notAllowed')
    const written = await write(tx)
    const counts = presentCounts(written ?? post)
    const user = presentPerson(personOf(viewer))
    if (written)
      tx.announce('like:changed', roomsOfCounts(written), {
        EntityId,
        entityType,
        FeedId: written.feed_id,
        UserId: viewer.id,
        user,
        isLiked,
        counts,
      })
    return { EntityId, entityType, hasLiked: isLiked, counts }
  })

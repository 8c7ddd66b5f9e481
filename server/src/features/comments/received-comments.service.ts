import { z } from 'zod'
import { Uuid } from '@noroshi/contract/define'
import { newId } from '#/db/ids.ts'
import { isHomeOf, personOf, withoutPerson } from '#/features/accounts/people/authors.service.ts'
import { peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import { commentsRoom } from '#/features/feeds/feeds.rooms.ts'
import {
  changeCommentCount,
  deleteLike,
  insertLike,
  likeState,
  presentCounts,
  roomsOfCounts,
  sharedLikes,
  sharedPost,
  stampLike,
  stampRemoval,
} from '#/features/feeds/post-counts.service.ts'
import { removeFiles } from '#/features/files/files.service.ts'
import { isLater, ReceivedText, ReceivedTime, Stamp, stampOf } from '#/features/units/stamp.service.ts'
import { defineSyncKind, deletionErasure } from '#/features/units/sync-kind.service.ts'
import { presentComment } from './comments.present.ts'
import { commentById, sharedComments, storedComment, writeReceivedComment } from './comments.sql.ts'

const CommentRecord = Stamp.extend({
  id: Uuid,
  postId: Uuid,
  userId: Uuid,
  description: ReceivedText,
  createdAt: ReceivedTime,
  updatedAt: ReceivedTime,
  deletedAt: ReceivedTime.nullable(),
})

/** Comments on posts of feeds of scope group. */
export const commentKind = defineSyncKind({
  name: 'comment',
  schema: CommentRecord,
  read: async (db, keys) =>
    (await sharedComments(db, keys)).map((row) => ({
      id: row.id,
      postId: row.post_id,
      userId: row.user_id,
      description: row.deleted_at === null ? row.description : '',
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      deletedAt: row.deleted_at?.toISOString() ?? null,
      ...stampOf(row),
    })),
  receive: async (tx, record, origin) => {
    const stored = await storedComment(tx, record.id)
    const author = stored?.user_id ?? (await personOf(tx, record.userId, origin))
    if (typeof author !== 'string') return withoutPerson(author)
    const post = await sharedPost(tx, record.postId)
    if (post === undefined) return 'missing'
    // Only its author changes a comment.
    if ((stored !== undefined && stored.post_id !== record.postId) || !(await isHomeOf(tx, author, origin))) return false
    if (!isLater(record, stored)) return true
    const before = await commentById(tx, record.id)
    await writeReceivedComment(tx, {
      id: record.id,
      post_id: record.postId,
      user_id: author,
      description: record.description,
      created_at: record.createdAt,
      updated_at: record.updatedAt,
      deleted_at: record.deletedAt,
      changed: record.changed,
      changed_by: record.changedBy,
    })
    const after = await commentById(tx, record.id)
    if (post.deleted_at === null && before === undefined && after !== undefined) await changeCommentCount(tx, record.postId, 1)
    if (post.deleted_at === null && before !== undefined && after === undefined) await changeCommentCount(tx, record.postId, -1)
    const rooms = [commentsRoom(post.feed_id, record.postId)]
    if (after !== undefined) tx.emit(before === undefined ? 'comment:created' : 'comment:updated', rooms, presentComment(after))
    else if (before !== undefined) {
      const { id, post_id: EntityId, version } = before
      tx.emit('comment:deleted', rooms, { EntityId, entityType: 'post', id, version: version + 1 })
      // The clean-up deletes the bytes.
      await removeFiles(tx, before.image_file_id === null ? [] : [before.image_file_id])
    }
    return true
  },
  changeOf: ({ changed }) => changed,
  erasure: deletionErasure,
})

const LikeRecord = Stamp.extend({
  postId: Uuid,
  userId: Uuid,
  isLiked: z.boolean(),
  /** null: it is removed. */
  createdAt: ReceivedTime.nullable(),
})

/** Likes of posts of feeds of scope group, and their removals. */
export const likeKind = defineSyncKind({
  name: 'like',
  schema: LikeRecord,
  read: async (db, keys) =>
    (await sharedLikes(db, keys)).map((row) => ({
      postId: row.post_id,
      userId: row.user_id,
      isLiked: row.is_liked,
      createdAt: row.created_at?.toISOString() ?? null,
      ...stampOf(row),
    })),
  receive: async (tx, record, origin) => {
    const { postId, isLiked, changed, changedBy } = record
    const userId = await personOf(tx, record.userId, origin)
    if (typeof userId !== 'string') return withoutPerson(userId)
    if ((await sharedPost(tx, postId)) === undefined) return 'missing'
    if (!isLater(record, await likeState(tx, postId, userId))) return true
    const counts = isLiked
      ? await insertLike(tx, { id: newId(), postId, userId, at: record.createdAt ?? new Date(changed) })
      : await deleteLike(tx, postId, userId)
    if (isLiked) await stampLike(tx, postId, userId, changed, changedBy)
    else await stampRemoval(tx, postId, userId, changed, changedBy)
    const user = (await peopleById(tx, [userId])).get(userId)
    if (counts === undefined || user === undefined) return true
    tx.emit('like:changed', roomsOfCounts(counts), {
      EntityId: postId,
      entityType: 'post',
      FeedId: counts.feed_id,
      UserId: userId,
      user,
      isLiked,
      counts: presentCounts(counts),
    })
    return true
  },
  changeOf: ({ changed }) => changed,
})

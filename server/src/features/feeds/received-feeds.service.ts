import { z } from 'zod'
import { Uuid } from '@noroshi/contract/define'
import type { Db } from '#/db/pool.ts'
import { isHomeOf, isOfThisUnit, isPerson, personOf, withoutPerson } from '#/features/accounts/people/authors.service.ts'
import { removeFiles } from '#/features/files/files.service.ts'
import {
  ChangeNumber,
  isLater,
  isOwnChange,
  locationIn,
  ReceivedLocation,
  ReceivedText,
  ReceivedTime,
  Stamp,
  stampOf,
} from '#/features/units/stamp.service.ts'
import { defineSyncKind, deletionErasure, type Origin } from '#/features/units/sync-kind.service.ts'
import { roomsOfFeedChange } from './feed-rooms.service.ts'
import { emitPostChanged, emitPostCreated, emitPostDeleted } from './post-events.service.ts'
import { filesOfPost, postById } from './posts.sql.ts'
import {
  insertReceivedPost,
  noteSharedFeeds,
  sharedFeeds,
  sharedPosts,
  storedFeed,
  storedPost,
  updateReceivedPost,
  writeReceivedFeed,
} from './received-feeds.sql.ts'

const FeedRecord = Stamp.extend(ReceivedLocation.shape).extend({
  id: Uuid,
  name: ReceivedText,
  description: ReceivedText,
  isPublic: z.boolean(),
  isOpenToUsers: z.boolean(),
  allowsPostByAnyUser: z.boolean(),
  createdBy: Uuid,
  createdAt: ReceivedTime,
  updatedAt: ReceivedTime,
  deletedAt: ReceivedTime.nullable(),
})

/** Feeds of scope group. Only the unit of its creator changes a feed. Its members stay: each unit has its own. */
export const feedKind = defineSyncKind({
  name: 'feed',
  schema: FeedRecord,
  read: async (db, keys) =>
    (await sharedFeeds(db, keys)).map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      latitude: row.latitude,
      longitude: row.longitude,
      isPublic: row.is_public,
      isOpenToUsers: row.is_open_to_users,
      allowsPostByAnyUser: row.allows_post_by_any_user,
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      deletedAt: row.deleted_at?.toISOString() ?? null,
      ...stampOf(row),
    })),
  noteAll: noteSharedFeeds,
  changeOf: ({ changed }) => changed,
  receive: async (tx, record, origin) => {
    const stored = await storedFeed(tx, record.id)
    const creator = stored?.created_by ?? (await personOf(tx, record.createdBy, origin))
    if (typeof creator !== 'string') return withoutPerson(creator)
    // Another unit never changes a feed that stays at this one.
    if (stored?.scope === 'unit' && origin.unitId !== origin.selfId) return false
    if (!isLater(record, stored)) return true
    if (!isOwnChange(record, origin) || !(await isHomeOf(tx, creator, origin))) return false
    await writeReceivedFeed(tx, {
      id: record.id,
      name: record.name,
      description: record.description,
      ...locationIn(record),
      is_public: record.isPublic,
      is_open_to_users: record.isOpenToUsers,
      allows_post_by_any_user: record.allowsPostByAnyUser,
      created_by: creator,
      created_at: record.createdAt,
      updated_at: record.updatedAt,
      deleted_at: record.deletedAt,
      scope: 'group',
      changed: record.changed,
      changed_by: record.changedBy,
    })
    const isListed = [record.isPublic, record.isOpenToUsers, stored?.is_public, stored?.is_open_to_users].includes(true)
    tx.emit('feed:changed', await roomsOfFeedChange(tx, record.id, isListed), { FeedId: record.id })
    return true
  },
})

const PostRecord = Stamp.extend(ReceivedLocation.shape).extend({
  id: Uuid,
  feedId: Uuid,
  createdBy: Uuid,
  textContent: ReceivedText,
  textChanged: ChangeNumber,
  isApproved: z.boolean().nullable(),
  reviewRemarks: ReceivedText.nullable(),
  reviewedAt: ReceivedTime.nullable(),
  reviewedBy: Uuid.nullable(),
  createdAt: ReceivedTime,
  updatedAt: ReceivedTime,
  deletedAt: ReceivedTime.nullable(),
})

type PostRecord = z.output<typeof PostRecord>
type StoredPost = NonNullable<Awaited<ReturnType<typeof storedPost>>>

/** The text of a post, which has a stamp of its own. */
const textOf = (record: PostRecord) => ({
  text_content: record.textContent,
  text_changed: record.textChanged,
  ...locationIn(record),
})

const NO_TEXT = { text_content: '', latitude: null, longitude: null }

/**
 * Returns the author of a post that is not stored here. The unit of the feed may only tell that a post of another one is deleted,
 * whose records may be erased already.
 */
async function authorOf(tx: Db, { createdBy, deletedAt }: PostRecord, origin: Origin, isOfFeed: boolean) {
  const own = await personOf(tx, createdBy, origin)
  return own === undefined && isOfFeed && deletedAt !== null && (await isPerson(tx, createdBy)) ? createdBy : own
}

/** Whether the text of a record comes after the stored one. A deleted post has no text. */
const isLaterText = (record: PostRecord, stored: StoredPost): boolean =>
  record.deletedAt === null &&
  stored.deleted_at === null &&
  (record.textChanged > stored.text_changed ||
    (record.textChanged === stored.text_changed && record.textContent > stored.text_content))

/** The reviewer of a post. A unit names people of its own, or the reviewer that is stored. */
async function reviewOf(tx: Db, { reviewedAt, reviewedBy }: PostRecord, stored: StoredPost | undefined, origin: Origin) {
  const own = reviewedBy === null ? null : await personOf(tx, reviewedBy, origin)
  const reviewer = own ?? (reviewedBy === stored?.reviewed_by ? reviewedBy : null)
  return reviewedAt !== null && reviewer !== null
    ? { reviewed_at: reviewedAt, reviewed_by: reviewer }
    : { reviewed_at: null, reviewed_by: null }
}

/** Whether a unit may write the later state of a post. One that is neither that of the author nor of the feed reviews only. */
async function mayWriteState(tx: Db, record: PostRecord, origin: Origin, isOwnPost: boolean): Promise<boolean> {
  if (!isOwnChange(record, origin)) return false
  if (isOwnPost) return true
  if (record.reviewedBy === null) return false
  return typeof (await personOf(tx, record.reviewedBy, origin)) === 'string'
}

/**
 * Posts of feeds of scope group, also those that await approval: any unit reviews them, and the last review wins. Only the units of
 * the author and of the feed change the text and delete a post.
 */
export const postKind = defineSyncKind({
  name: 'post',
  schema: PostRecord,
  read: async (db, keys) =>
    (await sharedPosts(db, keys)).map((row) => ({
      id: row.id,
      feedId: row.feed_id,
      createdBy: row.created_by,
      textContent: row.deleted_at === null ? row.text_content : '',
      textChanged: row.text_changed,
      latitude: row.deleted_at === null ? row.latitude : null,
      longitude: row.deleted_at === null ? row.longitude : null,
      isApproved: row.is_approved,
      reviewRemarks: row.deleted_at === null ? row.review_remarks : null,
      reviewedAt: row.reviewed_at?.toISOString() ?? null,
      reviewedBy: row.reviewed_by,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      deletedAt: row.deleted_at?.toISOString() ?? null,
      ...stampOf(row),
    })),
  receive: async (tx, record, origin) => {
    const feed = await storedFeed(tx, record.feedId)
    const stored = await storedPost(tx, record.id)
    if (feed === undefined) return 'missing'
    if (feed.scope !== 'group' || (stored !== undefined && stored.feed_id !== record.feedId)) return false
    const isOfFeed = await isHomeOf(tx, feed.created_by, origin)
    const author = stored?.created_by ?? (await authorOf(tx, record, origin, isOfFeed))
    if (typeof author !== 'string') return withoutPerson(author)
    const isOwnPost = isOfFeed || (await isHomeOf(tx, author, origin))
    // Also where the post is deleted here alone: a record without words would have those of others erased.
    if (record.deletedAt !== null && !isOwnPost) return false
    const takesText = stored === undefined || (isOwnPost && isLaterText(record, stored))
    const takesState = isLater(record, stored)
    if (!takesText && !takesState) return true
    if (takesState && !(await mayWriteState(tx, record, origin, isOwnPost))) return false
    const before = await postById(tx, null, record.id)
    const state = takesState && {
      is_approved: record.isApproved,
      review_remarks: record.reviewRemarks,
      ...(await reviewOf(tx, record, stored, origin)),
      updated_at: record.updatedAt,
      deleted_at: record.deletedAt,
      changed: record.changed,
      changed_by: record.changedBy,
    }
    // The text of a deleted post is erased here. The unit of its author keeps it as that of any deleted post.
    const isErased = takesState && record.deletedAt !== null && !(await isOfThisUnit(tx, author))
    const columns = { ...(takesText && textOf(record)), ...state, ...(isErased && NO_TEXT) }
    if (stored !== undefined) await updateReceivedPost(tx, record.id, columns)
    else {
      const { id, feedId: feed_id, createdAt: created_at } = record
      await insertReceivedPost(tx, { id, feed_id, created_by: author, created_at, ...textOf(record), ...columns })
    }
    const after = await postById(tx, null, record.id)
    if (after && before) emitPostChanged(tx, before, after)
    else if (after) emitPostCreated(tx, after)
    else if (before) {
      emitPostDeleted(tx, before, before.version + 1)
      const files = await filesOfPost(tx, record.id)
      // The clean-up deletes their bytes.
      await removeFiles(
        tx,
        files.map(({ id }) => id),
      )
    }
    return true
  },
  changeOf: ({ changed, textChanged }) => Math.max(changed, textChanged),
  erasure: deletionErasure,
})

import { z } from 'zod'
import { Uuid } from '@noroshi/contract/define'
import type { Db } from '#/db/pool.ts'
import { isHomeOf, isKnownPerson } from '#/features/accounts/people/authors.service.ts'
import { removeFiles } from '#/features/files/files.service.ts'
import {
  isLater,
  locationIn,
  ReceivedLocation,
  ReceivedText,
  ReceivedTime,
  Stamp,
  stampOf,
} from '#/features/units/stamp.service.ts'
import { defineSyncKind } from '#/features/units/sync-kind.service.ts'
import { roomsOfFeedChange } from './feed-rooms.service.ts'
import { emitPostChanged, emitPostCreated, emitPostDeleted } from './post-events.service.ts'
import { filesOfPost, postById } from './posts.sql.ts'
import {
  noteSharedFeeds,
  sharedFeeds,
  sharedPosts,
  storedFeed,
  storedPost,
  writeReceivedFeed,
  writeReceivedPost,
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

/** Feeds of scope group. Their members stay: each unit has its own. */
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
  receive: async (tx, record, origin) => {
    const stored = await storedFeed(tx, record.id)
    // Another unit never changes a feed that stays at this one.
    if (stored === undefined ? !(await isHomeOf(tx, record.createdBy, origin)) : stored.scope !== 'group') return false
    if (!isLater(record, stored)) return true
    await writeReceivedFeed(tx, {
      id: record.id,
      name: record.name,
      description: record.description,
      ...locationIn(record),
      is_public: record.isPublic,
      is_open_to_users: record.isOpenToUsers,
      allows_post_by_any_user: record.allowsPostByAnyUser,
      created_by: record.createdBy,
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
  isApproved: z.boolean().nullable(),
  reviewRemarks: ReceivedText.nullable(),
  reviewedAt: ReceivedTime.nullable(),
  reviewedBy: Uuid.nullable(),
  createdAt: ReceivedTime,
  updatedAt: ReceivedTime,
  deletedAt: ReceivedTime.nullable(),
})

/** The reviewer of a post, if this unit knows the person. */
const reviewOf = async (tx: Db, { reviewedAt, reviewedBy }: z.output<typeof PostRecord>) =>
  reviewedAt !== null && reviewedBy !== null && (await isKnownPerson(tx, reviewedBy))
    ? { reviewed_at: reviewedAt, reviewed_by: reviewedBy }
    : { reviewed_at: null, reviewed_by: null }

/** Posts of feeds of scope group, also those that await approval: any unit reviews them, and the last review wins. */
export const postKind = defineSyncKind({
  name: 'post',
  schema: PostRecord,
  read: async (db, keys) =>
    (await sharedPosts(db, keys)).map((row) => ({
      id: row.id,
      feedId: row.feed_id,
      createdBy: row.created_by,
      textContent: row.deleted_at === null ? row.text_content : '',
      latitude: row.latitude,
      longitude: row.longitude,
      isApproved: row.is_approved,
      reviewRemarks: row.review_remarks,
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
    if (feed?.scope !== 'group') return false
    if (stored === undefined ? !(await isHomeOf(tx, record.createdBy, origin)) : stored.feed_id !== record.feedId) return false
    if (!isLater(record, stored)) return true
    const before = await postById(tx, null, record.id)
    await writeReceivedPost(tx, {
      id: record.id,
      feed_id: record.feedId,
      created_by: record.createdBy,
      text_content: record.textContent,
      ...locationIn(record),
      is_approved: record.isApproved,
      review_remarks: record.reviewRemarks,
      ...(await reviewOf(tx, record)),
      created_at: record.createdAt,
      updated_at: record.updatedAt,
      deleted_at: record.deletedAt,
      changed: record.changed,
      changed_by: record.changedBy,
    })
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
})

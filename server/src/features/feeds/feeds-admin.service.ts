import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Feed, FeedForm, feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { command } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { isOfThisUnit } from '#/features/accounts/people/authors.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived, DELETED_FILES_KEPT_MS, purgeFiles, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import { scopeAfter } from '#/features/units/roster.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { insertMembers } from './feed-members.sql.ts'
import { roomsOfFeedChange } from './feed-rooms.service.ts'
import { presentFeed } from './feeds.present.ts'
import {
  deleteFeed,
  feedById,
  filesOfDeletedFeeds,
  type FeedColumns,
  type FeedRow,
  insertFeed,
  lockFeed,
  setCover,
  updateFeed,
} from './feeds.sql.ts'
import { locationOf } from './location.ts'
import { approvePendingPosts } from './posts.sql.ts'

type Form = z.output<typeof FeedForm>
type NewForm = z.output<typeof feedRoutes.create.form>

const targetKind = 'feed'
const ALL_FLAGS = { can_post: true, can_update: true, can_moderate_posts: true, can_moderate_members: true }

const SCOPE_REFUSALS = { staysShared: 'feed.staysShared', unitsNotSharing: 'feed.unitsNotSharing' } as const

const columnsOf = (form: Form): Omit<FeedColumns, 'scope'> => ({
  name: form.name,
  description: form.description,
  is_public: form.isPublic,
  is_open_to_users: form.isOpenToUsers,
  allows_post_by_any_user: form.allowsPostByAnyUser,
  ...locationOf(form),
})

const columnsIn = (feed: FeedRow): Omit<FeedColumns, 'scope'> => ({
  name: feed.name,
  description: feed.description,
  is_public: feed.is_public,
  is_open_to_users: feed.is_open_to_users,
  allows_post_by_any_user: feed.allows_post_by_any_user,
  latitude: feed.latitude,
  longitude: feed.longitude,
})

const isListedForAll = (feed: FeedRow) => feed.is_public || feed.is_open_to_users

/** @throws file.notPicture (400); conflict (409) when the same `clientId` created a different feed. */
export async function createFeed(
  deps: Deps,
  auditActor: AuditActor,
  form: NewForm,
  files: readonly ReceivedFile[],
): Promise<Feed> {
  const body = { ...columnsOf(form), isShared: form.isShared, files: files.map(({ sentHash }) => sentHash) }
  return command(
    deps,
    { viewer: auditActor.actor, name: 'feed:create', clientId: form.clientId, body },
    (tx, id) => insertWithCover(deps, tx, auditActor, id, form, files),
    async (tx, id) => presentFeed(await loadFeed(tx, auditActor, id)),
  )
}

async function insertWithCover(
  deps: Deps,
  tx: Tx,
  auditActor: AuditActor,
  id: string,
  form: NewForm,
  files: readonly ReceivedFile[],
): Promise<Feed> {
  const [at, created_by] = [deps.now(), auditActor.actor.id]
  const scope = await scopeAfter(tx, form.isShared, 'unit', SCOPE_REFUSALS)
  await insertFeed(tx, { id, ...columnsOf(form), scope, created_by, created_at: at, updated_at: at })
  await insertMembers(tx, id, [created_by], ALL_FLAGS, at)
  const cover_file_id = await insertCover(tx, id, files)
  if (cover_file_id !== null) await setCover(tx, id, cover_file_id)
  const feed = await loadFeed(tx, auditActor, id)
  await recordAudit(tx, { ...auditActor, action: 'feed.created', targetKind, targetId: id, details: { name: feed.name } })
  tx.emit('feed:changed', await roomsOfFeedChange(tx, id, isListedForAll(feed)), { FeedId: id })
  return presentFeed(feed)
}

/**
 * Changes a feed. Approves pending posts when posting becomes open to any user.
 * @throws feed.notFound (404); file.notPicture (400); feed.unitsNotSharing, feed.staysShared, feed.ofOtherUnit (409).
 */
export async function editFeed(
  deps: Deps,
  auditActor: AuditActor,
  id: string,
  form: Form,
  files: readonly ReceivedFile[],
): Promise<Feed> {
  const { feed, removed } = await deps.transaction(async (tx) => {
    const before = await loadFeedForUpdate(tx, auditActor, id)
    const keptCoverId = form.removesCover ? null : before.cover_file_id
    const cover_file_id = (await insertCover(tx, id, files)) ?? keptCoverId
    const scope = await scopeAfter(tx, form.isShared, before.scope, SCOPE_REFUSALS)
    const columns = columnsOf(form)
    const isOwn = await isOfThisUnit(tx, before.created_by)
    if (!isOwn && !isDeepStrictEqual(columns, columnsIn(before))) throw new AppError('feed.ofOtherUnit')
    // The cover of a feed of another unit is of this unit alone, and no change that others receive.
    await updateFeed(tx, id, { ...(isOwn && { ...columns, scope }), cover_file_id }, deps.now())
    if (form.allowsPostByAnyUser && !before.allows_post_by_any_user) await approvePendingPosts(tx, id, deps.now())
    const after = await loadFeed(tx, auditActor, id)
    await recordAudit(tx, { ...auditActor, action: 'feed.changed', targetKind, targetId: id, details: { name: after.name } })
    await emitFeedChange(tx, before, after)
    const isReplaced = before.cover_file_id !== null && before.cover_file_id !== cover_file_id
    return { feed: presentFeed(after), removed: await removeFiles(tx, isReplaced ? [before.cover_file_id ?? ''] : []) }
  })
  await discardReceived(deps, removed)
  return feed
}

/** Deletes a feed. Its posts are no longer readable. Returns the version of the removal. @throws feed.notFound (404). */
export async function removeFeed(deps: Deps, auditActor: AuditActor, id: string): Promise<number> {
  return deps.transaction(async (tx) => {
    const before = await loadFeedForUpdate(tx, auditActor, id)
    const { version } = await deleteFeed(tx, id, deps.now())
    await recordAudit(tx, { ...auditActor, action: 'feed.deleted', targetKind, targetId: id, details: { name: before.name } })
    await emitFeedChange(tx, before, null)
    return version
  })
}

/** Deletes the files of feeds that were deleted more than {@link DELETED_FILES_KEPT_MS} ago. */
export const purgeDeletedFeeds = (deps: Deps): Promise<void> =>
  purgeFiles(deps, (tx, atOnce) => filesOfDeletedFeeds(tx, new Date(deps.now().getTime() - DELETED_FILES_KEPT_MS), atOnce))

/** Emits a change to the users who could read the feed before it and to those who can read it now. */
async function emitFeedChange(tx: Tx, before: FeedRow, after: FeedRow | null): Promise<void> {
  const isListed = isListedForAll(before) || (after !== null && isListedForAll(after))
  tx.emit('feed:changed', await roomsOfFeedChange(tx, before.id, isListed), { FeedId: before.id })
}

async function loadFeedForUpdate(tx: Db, auditActor: AuditActor, id: string): Promise<FeedRow> {
  await lockFeed(tx, id, 'change')
  return loadFeed(tx, auditActor, id)
}

async function loadFeed(db: Db, { actor }: AuditActor, id: string): Promise<FeedRow> {
  const feed = await feedById(db, actor.id, id)
  if (!feed) throw new AppError('feed.notFound')
  return feed
}

/** Stores the uploaded cover and returns its file id; null without a cover. */
async function insertCover(tx: Db, feedId: string, files: readonly ReceivedFile[]): Promise<string | null> {
  const [cover] = files
  if (!cover) return null
  if (cover.width === null) throw new AppError('file.notPicture')
  const [row] = await insertFiles(tx, { kind: 'feed', id: feedId }, [cover])
  return row?.id ?? null
}

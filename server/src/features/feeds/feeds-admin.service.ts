import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Feed, FeedForm, feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { type Db, isUniqueViolation } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived, FILES_KEPT, forgetFiles, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import type { Doer } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import { insertMembers } from './feed-members.sql.ts'
import { evictOutsiders, roomsOfFeedChange } from './feed-rooms.service.ts'
import { presentFeed } from './feeds.present.ts'
import {
  deleteFeed,
  feedById,
  filesOfDeletedFeeds,
  type FeedColumns,
  feedOfClient,
  type FeedRow,
  insertFeed,
  lockFeed,
  setCover,
  updateFeed,
} from './feeds.sql.ts'
import { placeOf } from './place.ts'
import { approveWaiting } from './posts.sql.ts'

type Form = z.output<typeof FeedForm>
type NewForm = z.output<typeof feedRoutes.create.form>

const targetKind = 'feed'
const EVERY_FLAG = { can_post: true, can_update: true, can_moderate_posts: true, can_moderate_members: true }

const columnsOf = (form: Form): FeedColumns => ({
  name: form.name,
  description: form.description,
  is_public: form.isPublic,
  is_open_to_users: form.isOpenToUsers,
  allows_post_by_any_user: form.allowsPostByAnyUser,
  ...placeOf(form),
})

const isListedForAll = (feed: FeedRow) => feed.is_public || feed.is_open_to_users

/** @throws file.notPicture (400); conflict (409) when the same `clientId` made another feed. */
export async function createFeed(deps: Deps, doer: Doer, form: NewForm, files: readonly ReceivedFile[]): Promise<Feed> {
  const content_hash = hashOf(form, files)
  try {
    return await deps.transaction((tx) => make(deps, tx, doer, form, files, content_hash))
  } catch (error) {
    if (form.clientId === undefined || !isUniqueViolation(error, 'feeds_by_client')) throw error
    const made = await feedOfClient(deps.db, doer.actor.id, form.clientId)
    if (!made?.content_hash?.equals(content_hash)) throw new AppError('conflict')
    const again = presentFeed(await there(deps.db, doer, made.id))
    await discardReceived(deps, files)
    return again
  }
}

async function make(
  deps: Deps,
  tx: Tx,
  doer: Doer,
  form: NewForm,
  files: readonly ReceivedFile[],
  content_hash: Buffer,
): Promise<Feed> {
  const [id, at, created_by] = [uuidv7(), deps.now(), doer.actor.id]
  const client_id = form.clientId ?? null
  await insertFeed(tx, { id, ...columnsOf(form), created_by, client_id, content_hash, created_at: at, updated_at: at })
  await insertMembers(tx, id, [created_by], EVERY_FLAG, at)
  const cover_file_id = await keepCover(tx, id, files)
  if (cover_file_id !== null) await setCover(tx, id, cover_file_id)
  const feed = await there(tx, doer, id)
  await recordAudit(tx, { ...doer, action: 'feed.created', targetKind, targetId: id, details: { name: feed.name } })
  tx.announce('feed:changed', await roomsOfFeedChange(tx, id, isListedForAll(feed)), { FeedId: id })
  return presentFeed(feed)
}

/** Where anybody may post from now on, what waits is approved. @throws feed.notFound (404); file.notPicture (400). */
export async function editFeed(deps: Deps, doer: Doer, id: string, form: Form, files: readonly ReceivedFile[]): Promise<Feed> {
  const { feed, removed } = await deps.transaction(async (tx) => {
    const before = await locked(tx, doer, id)
    const kept = form.removesCover ? null : before.cover_file_id
    const cover_file_id = (await keepCover(tx, id, files)) ?? kept
    await updateFeed(tx, id, { ...columnsOf(form), cover_file_id }, deps.now())
    if (form.allowsPostByAnyUser && !before.allows_post_by_any_user) await approveWaiting(tx, id, deps.now())
    const after = await there(tx, doer, id)
    await recordAudit(tx, { ...doer, action: 'feed.changed', targetKind, targetId: id, details: { name: after.name } })
    await tellChange(deps, tx, before, after)
    const isReplaced = before.cover_file_id !== null && before.cover_file_id !== cover_file_id
    return { feed: presentFeed(after), removed: await removeFiles(tx, isReplaced ? [before.cover_file_id ?? ''] : []) }
  })
  await discardReceived(deps, removed)
  return feed
}

/** With all its posts: nobody reads them any more. @throws feed.notFound (404). */
export async function removeFeed(deps: Deps, doer: Doer, id: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const before = await locked(tx, doer, id)
    await deleteFeed(tx, id, deps.now())
    await recordAudit(tx, { ...doer, action: 'feed.deleted', targetKind, targetId: id, details: { name: before.name } })
    await tellChange(deps, tx, before, null)
  })
}

/** The files of feeds that were deleted a while ago. */
export const forgetDeletedFeeds = (deps: Deps): Promise<void> =>
  forgetFiles(deps, (tx, atOnce) => filesOfDeletedFeeds(tx, new Date(deps.now().getTime() - FILES_KEPT), atOnce))

/** Those who could read it as it was hear of it too. */
async function tellChange(deps: Deps, tx: Tx, before: FeedRow, after: FeedRow | null): Promise<void> {
  const isListed = isListedForAll(before) || (after !== null && isListedForAll(after))
  tx.announce('feed:changed', await roomsOfFeedChange(tx, before.id, isListed), { FeedId: before.id })
  tx.beforeTelling(await evictOutsiders(tx, deps, before.id, after))
}

async function locked(tx: Db, doer: Doer, id: string): Promise<FeedRow> {
  await lockFeed(tx, id, 'change')
  return there(tx, doer, id)
}

async function there(db: Db, { actor }: Doer, id: string): Promise<FeedRow> {
  const feed = await feedById(db, actor.id, id)
  if (!feed) throw new AppError('feed.notFound')
  return feed
}

/** The cover that came along, as the server encoded it; null without one. */
async function keepCover(tx: Db, feedId: string, files: readonly ReceivedFile[]): Promise<string | null> {
  const [cover] = files
  if (!cover) return null
  if (cover.width === null) throw new AppError('file.notPicture')
  const [row] = await insertFiles(tx, { kind: 'feed', id: feedId }, [cover])
  return row?.id ?? null
}

const hashOf = (form: NewForm, files: readonly ReceivedFile[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([columnsOf(form), files.map(({ sentHash }) => sentHash)]))
    .digest()

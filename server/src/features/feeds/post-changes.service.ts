import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import type { FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { FILES_MAX } from '@noroshi/contract/limits'
import { type Db, isUniqueViolation } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { discardReceived, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import { factsOf, presentPostFor } from './feeds.present.ts'
import { openFeed } from './feeds.service.ts'
import { type FeedRow, lockFeed } from './feeds.sql.ts'
import { placeOf } from './place.ts'
import { tellChanged, tellCreated, tellGone } from './post-events.service.ts'
import { openPost, type OpenPost } from './posts.service.ts'
import {
  type Changed,
  deletePost,
  filesOfPost,
  insertPost,
  lockPost,
  postById,
  postOfClient,
  type PostRow,
  updatePost,
} from './posts.sql.ts'

type NewForm = z.output<typeof postRoutes.create.form>
type Form = z.output<typeof postRoutes.edit.form>

/** Asked before the first byte of an upload is kept, and again when it is written. @throws feed.notFound (404); feed.notAllowed, forbidden (403). */
export async function mayPost(db: Db, viewer: SignedIn, feedId: string, { CreatedByUserId }: NewForm): Promise<FeedRow> {
  const feed = await openFeed(db, viewer, feedId)
  if (!can(viewer, 'feed:post', factsOf(feed))) throw new AppError('feed.notAllowed')
  if (CreatedByUserId !== undefined && CreatedByUserId !== viewer.id) throw new AppError('forbidden')
  return feed
}

/** Where anybody may post, and of who may moderate, posts are approved at once. */
const approvedAtOnce = (feed: FeedRow) =>
  feed.allows_post_by_any_user || feed.membership?.can_moderate_posts === true ? true : null

/** @throws post.empty (400); conflict (409) when the same `clientId` made another post; and what {@link mayPost} throws. */
export async function createPost(
  deps: Deps,
  viewer: SignedIn,
  feedId: string,
  form: NewForm,
  files: readonly ReceivedFile[],
): Promise<FeedPostForViewer> {
  if (form.textContent === '' && files.length === 0) throw new AppError('post.empty')
  const content_hash = hashOf(feedId, form, files)
  try {
    return await deps.transaction((tx) => make(deps, tx, viewer, feedId, { form, files, content_hash }))
  } catch (error) {
    if (form.clientId === undefined || !isUniqueViolation(error, 'posts_by_client')) throw error
    const made = await postOfClient(deps.db, viewer.id, form.clientId)
    if (!made?.content_hash?.equals(content_hash)) throw new AppError('conflict')
    const { feed, post } = await openPost(deps.db, viewer, made.id, feedId)
    await discardReceived(deps, files)
    return presentPostFor(viewer, feed, post)
  }
}

interface Sent {
  readonly form: NewForm
  readonly files: readonly ReceivedFile[]
  readonly content_hash: Buffer
}

async function make(deps: Deps, tx: Tx, viewer: SignedIn, feedId: string, { form, files, content_hash }: Sent) {
  await lockFeed(tx, feedId, 'share')
  const feed = await mayPost(tx, viewer, feedId, form)
  const [id, at] = [uuidv7(), deps.now()]
  await insertPost(tx, {
    id,
    feed_id: feedId,
    created_by: viewer.id,
    text_content: form.textContent,
    ...placeOf(form),
    is_approved: approvedAtOnce(feed),
    client_id: form.clientId ?? null,
    content_hash,
    created_at: at,
    updated_at: at,
  })
  await insertFiles(tx, { kind: 'post', id }, files)
  const post = await written(tx, viewer, id)
  tellCreated(tx, post)
  return presentPostFor(viewer, feed, post)
}

/** @throws post.notFound (404); post.notAllowed (403). */
export async function mayEdit(db: Db, viewer: SignedIn, feedId: string, id: string): Promise<OpenPost> {
  const opened = await openPost(db, viewer, id, feedId)
  if (!can(viewer, 'post:edit', opened.facts)) throw new AppError('post.notAllowed')
  return opened
}

/** New words and place, more files. @throws post.empty (400), file.tooMany (413), and what {@link mayEdit} throws. */
export const editPost = (
  deps: Deps,
  viewer: SignedIn,
  feedId: string,
  id: string,
  form: Form,
  files: readonly ReceivedFile[],
): Promise<FeedPostForViewer> =>
  change(deps, viewer, feedId, id, async (tx, post) => {
    const total = post.medias.length + files.length
    if (total > FILES_MAX) throw new AppError('file.tooMany', { max: FILES_MAX })
    if (form.textContent === '' && total === 0) throw new AppError('post.empty')
    await insertFiles(tx, { kind: 'post', id }, files)
    return { text_content: form.textContent, ...placeOf(form) }
  })

/** Ids that it has not are passed over. @throws post.empty (400) when nothing would be left; and what {@link mayEdit} throws. */
export async function removePostMedia(deps: Deps, viewer: SignedIn, feedId: string, id: string, mediaIds: readonly string[]) {
  let removed: Awaited<ReturnType<typeof removeFiles>> = []
  const post = await change(deps, viewer, feedId, id, async (tx, before) => {
    const gone = before.medias.filter((media) => mediaIds.includes(media.id))
    if (before.text_content === '' && gone.length === before.medias.length) throw new AppError('post.empty')
    removed = await removeFiles(
      tx,
      gone.map((media) => media.id),
    )
    return {}
  })
  await discardReceived(deps, removed)
  return post
}

/** The one way a post is edited: under the locks of its feed and its own, by who may. */
const change = (
  deps: Deps,
  viewer: SignedIn,
  feedId: string,
  id: string,
  edit: (tx: Tx, post: PostRow) => Promise<Changed>,
): Promise<FeedPostForViewer> =>
  deps.transaction(async (tx) => {
    const { feed, post, facts } = await lockedPost(tx, viewer, feedId, id)
    if (!can(viewer, 'post:edit', facts)) throw new AppError('post.notAllowed')
    const columns = await edit(tx, post)
    const approval = viewer.id === post.created_by ? approvedAtOnce(feed) : post.is_approved
    const isOther = approval !== post.is_approved
    await updatePost(tx, id, { ...columns, ...(isOther && { is_approved: approval }) }, deps.now())
    const after = await written(tx, viewer, id)
    tellChanged(deps, tx, post, after)
    return presentPostFor(viewer, feed, after)
  })

/** @throws post.notFound (404); post.notAllowed (403). */
export async function removePost(deps: Deps, viewer: SignedIn, feedId: string, id: string): Promise<void> {
  const removed = await deps.transaction(async (tx) => {
    const { post, facts } = await lockedPost(tx, viewer, feedId, id)
    if (!can(viewer, 'post:delete', facts)) throw new AppError('post.notAllowed')
    const { version } = await deletePost(tx, id, deps.now())
    tellGone(deps, tx, post, version)
    const files = await filesOfPost(tx, id)
    return removeFiles(
      tx,
      files.map((file) => file.id),
    )
  })
  await discardReceived(deps, removed)
}

/** The feed first, so that no two wait for each other. @throws post.notFound (404). */
export async function lockedPost(tx: Tx, viewer: SignedIn, feedId: string, id: string): Promise<OpenPost> {
  await lockFeed(tx, feedId, 'share')
  await lockPost(tx, id)
  return openPost(tx, viewer, id, feedId)
}

/** As it is now within the transaction that wrote it. */
export async function written(tx: Tx, viewer: SignedIn, id: string): Promise<PostRow> {
  const post = await postById(tx, viewer.id, id)
  if (!post) throw new AppError('post.notFound')
  return post
}

const hashOf = (feedId: string, { textContent, latitude, longitude }: NewForm, files: readonly ReceivedFile[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([feedId, textContent, placeOf({ latitude, longitude }), files.map(({ sentHash }) => sentHash)]))
    .digest()

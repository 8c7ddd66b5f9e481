import type { z } from 'zod'
import type { FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { FILES_MAX } from '@noroshi/contract/limits'
import { command } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { isOfThisUnit } from '#/features/accounts/people/authors.service.ts'
import { discardReceived, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { factsOf, presentPostFor } from './feeds.present.ts'
import { openFeed } from './feeds.service.ts'
import { type FeedRow, lockFeed } from './feeds.sql.ts'
import { locationOf } from './location.ts'
import { emitPostChanged, emitPostCreated, emitPostDeleted } from './post-events.service.ts'
import { openPost, type OpenPost } from './posts.service.ts'
import {
  type ChangedPost,
  deletePost,
  filesOfPost,
  insertPost,
  isPresent,
  lockPost,
  postById,
  type PostRow,
  updatePost,
} from './posts.sql.ts'

type NewForm = z.output<typeof postRoutes.create.form>
type Form = z.output<typeof postRoutes.edit.form>

/**
 * Returns a feed in which the viewer may post. Called before an upload is stored and again in the transaction.
 * @throws feed.notFound (404); feed.notAllowed, forbidden (403).
 */
export async function openFeedToPost(db: Db, viewer: SignedIn, feedId: string, { CreatedByUserId }: NewForm): Promise<FeedRow> {
  const feed = await openFeed(db, viewer, feedId)
  authorize(viewer, 'feed:post', factsOf(feed), 'feed.notAllowed')
  if (CreatedByUserId !== undefined && CreatedByUserId !== viewer.id) throw new AppError('forbidden')
  return feed
}

/**
 * Returns true if a new post needs no review: any user may post in the feed, or the author is a moderator. Returns null for a
 * pending post.
 */
const initialApproval = (feed: FeedRow) =>
  feed.allows_post_by_any_user || feed.membership?.can_moderate_posts === true ? true : null

/**
 * @throws post.empty (400); conflict (409) when the same `clientId` created a different post; and the errors of
 * {@link openFeedToPost}.
 */
export async function createPost(
  deps: Deps,
  viewer: SignedIn,
  feedId: string,
  form: NewForm,
  files: readonly ReceivedFile[],
): Promise<FeedPostForViewer> {
  if (form.textContent === '' && files.length === 0) throw new AppError('post.empty')
  const body = { feedId, textContent: form.textContent, ...locationOf(form), files: files.map(({ sentHash }) => sentHash) }
  return command(
    deps,
    { viewer, name: 'post:create', clientId: form.clientId, body },
    (tx, id) => insertWithFiles(deps, tx, viewer, feedId, { id, form, files }),
    async (tx, id) => {
      const { feed, post } = await openPost(tx, viewer, id, feedId)
      return presentPostFor(viewer, feed, post)
    },
  )
}

interface NewPost {
  readonly id: string
  readonly form: NewForm
  readonly files: readonly ReceivedFile[]
}

async function insertWithFiles(deps: Deps, tx: Tx, viewer: SignedIn, feedId: string, { id, form, files }: NewPost) {
  await lockFeed(tx, feedId, 'share')
  const feed = await openFeedToPost(tx, viewer, feedId, form)
  const at = deps.now()
  await insertPost(tx, {
    id,
    feed_id: feedId,
    created_by: viewer.id,
    text_content: form.textContent,
    ...locationOf(form),
    is_approved: initialApproval(feed),
    created_at: at,
    updated_at: at,
  })
  await insertFiles(tx, { kind: 'post', id }, files)
  const post = await reloadPost(tx, viewer, id)
  emitPostCreated(tx, post)
  return presentPostFor(viewer, feed, post)
}

/** Returns a post that the viewer may edit. @throws post.notFound (404); post.notAllowed (403). */
export async function openPostToEdit(db: Db, viewer: SignedIn, feedId: string, id: string): Promise<OpenPost> {
  const opened = await openPost(db, viewer, id, feedId)
  authorize(viewer, 'post:edit', opened.facts, 'post.notAllowed')
  await assertOfThisUnit(db, opened)
  return opened
}

/** Other units accept a text only from the unit of the author and from that of the feed. @throws post.notAllowed (403) */
async function assertOfThisUnit(db: Db, { feed, post }: Pick<OpenPost, 'feed' | 'post'>): Promise<void> {
  if ((await isOfThisUnit(db, post.created_by)) || (await isOfThisUnit(db, feed.created_by))) return
  throw new AppError('post.notAllowed')
}

/**
 * Changes text and location, and adds and removes files. Ids of other files are ignored.
 * @throws post.empty (400); file.tooMany (413); conflict (409) when the same `clientId` made a different change; and the
 * errors of {@link openPostToEdit}.
 */
export async function editPost(
  deps: Deps,
  viewer: SignedIn,
  feedId: string,
  id: string,
  form: Form,
  files: readonly ReceivedFile[],
): Promise<FeedPostForViewer> {
  const { textContent, removedMediaIds, clientId } = form
  const columns = { text_content: textContent, ...locationOf(form) }
  const body = { feedId, id, columns, removedMediaIds, files: files.map(({ sentHash }) => sentHash) }
  const { post, removed } = await command(
    deps,
    { viewer, name: 'post:edit', clientId, body },
    (tx) => applyEdit(deps, tx, viewer, feedId, id, { columns, removedMediaIds, files }),
    async (tx) => {
      const opened = await openPost(tx, viewer, id, feedId)
      return { post: presentPostFor(viewer, opened.feed, opened.post), removed: [] }
    },
  )
  await discardReceived(deps, removed)
  return post
}

/**
 * Removes files of a post; ids of other files are ignored.
 * @throws post.empty (400) if neither text nor files would remain; and the errors of {@link openPostToEdit}.
 */
export async function removePostMedia(
  deps: Deps,
  viewer: SignedIn,
  feedId: string,
  id: string,
  removedMediaIds: readonly string[],
): Promise<FeedPostForViewer> {
  const edit = { columns: {}, removedMediaIds, files: [] }
  const { post, removed } = await deps.transaction((tx) => applyEdit(deps, tx, viewer, feedId, id, edit))
  await discardReceived(deps, removed)
  return post
}

interface PostEdit {
  readonly columns: ChangedPost
  readonly removedMediaIds: readonly string[]
  /** Files that are added. */
  readonly files: readonly ReceivedFile[]
}

interface EditedPost {
  readonly post: FeedPostForViewer
  /** The files whose bytes are deleted after the commit. */
  readonly removed: Awaited<ReturnType<typeof removeFiles>>
}

/** Locks the feed and the post, checks the right and the resulting content, and writes the edit. */
async function applyEdit(
  { now }: Deps,
  tx: Tx,
  viewer: SignedIn,
  feedId: string,
  id: string,
  { columns, removedMediaIds, files }: PostEdit,
): Promise<EditedPost> {
  const { feed, post, facts } = await loadPostForUpdate(tx, viewer, feedId, id)
  authorize(viewer, 'post:edit', facts, 'post.notAllowed')
  await assertOfThisUnit(tx, { feed, post })
  const removedIds = post.medias.map((media) => media.id).filter((mediaId) => removedMediaIds.includes(mediaId))
  const total = post.medias.length - removedIds.length + files.length
  if (total > FILES_MAX) throw new AppError('file.tooMany', { max: FILES_MAX })
  const { text_content = post.text_content } = columns
  if (text_content === '' && total === 0) throw new AppError('post.empty')
  const removed = await removeFiles(tx, removedIds)
  await insertFiles(tx, { kind: 'post', id }, files)
  const approval = viewer.id === post.created_by ? initialApproval(feed) : post.is_approved
  const hasNewApproval = approval !== post.is_approved
  await updatePost(tx, id, { ...columns, ...(hasNewApproval && { is_approved: approval }) }, now())
  const after = await reloadPost(tx, viewer, id)
  emitPostChanged(tx, post, after)
  return { post: presentPostFor(viewer, feed, after), removed }
}

/** Deletes a post and its files. Returns the version of the removal. @throws post.notFound (404); post.notAllowed (403). */
export async function removePost(deps: Deps, viewer: SignedIn, feedId: string, id: string): Promise<number> {
  const { version, removed } = await deps.transaction(async (tx) => {
    const { post, facts } = await loadPostForUpdate(tx, viewer, feedId, id)
    authorize(viewer, 'post:delete', facts, 'post.notAllowed')
    const deletion = await deleteWithFiles(tx, id, deps.now())
    emitPostDeleted(tx, post, deletion.version)
    return deletion
  })
  await discardReceived(deps, removed)
  return version
}

async function deleteWithFiles(tx: Tx, id: string, at: Date) {
  const { version } = await deletePost(tx, id, at)
  const files = await filesOfPost(tx, id)
  const removed = await removeFiles(
    tx,
    files.map((file) => file.id),
  )
  return { version, removed }
}

/**
 * Repeats the deletion of a post in a database that was restored from before it.
 * @returns the deleted files; null: the database does not have the post, or has its deletion
 */
export async function repeatPostDeletion(tx: Tx, { id, at }: { readonly id: string; readonly at: Date }) {
  return (await isPresent(tx, id)) ? (await deleteWithFiles(tx, id, at)).removed : null
}

/** Locks the feed, then the post, and loads the post. The order prevents deadlocks. @throws post.notFound (404). */
export async function loadPostForUpdate(tx: Tx, viewer: SignedIn, feedId: string, id: string): Promise<OpenPost> {
  await lockFeed(tx, feedId, 'share')
  await lockPost(tx, id)
  return openPost(tx, viewer, id, feedId)
}

/** Reads the post again after a change in the same transaction. */
export async function reloadPost(tx: Tx, viewer: SignedIn, id: string): Promise<PostRow> {
  const post = await postById(tx, viewer.id, id)
  if (!post) throw new AppError('post.notFound')
  return post
}

import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { type Db, isUniqueViolation } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { countComments } from '#/features/feeds/post-counts.service.ts'
import { type OpenPost, openPost, openPublicPost } from '#/features/feeds/posts.service.ts'
import {
  discardReceived,
  FILES_KEPT,
  type FileReaders,
  forgetFiles,
  insertFiles,
  removeFiles,
} from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import { commentsRoom } from '#/realtime/rooms.ts'
import { presentComment } from './comments.present.ts'
import {
  commentById,
  commentOfClient,
  type CommentRow,
  commentsBefore,
  deleteComment,
  imagesOfDeleted,
  insertComment,
  lockComment,
  updateComment,
} from './comments.sql.ts'

type NewForm = z.output<typeof commentRoutes.create.form>
type Form = z.output<typeof commentRoutes.edit.form>
interface Page {
  items: Comment[]
  nextCursor: string | null
}

/** @throws post.notFound (404) for who may not see the post. */
export const listComments = async ({ db }: Deps, viewer: Viewer, postId: string, cursor: string | undefined): Promise<Page> =>
  pageOf(db, await openPost(db, viewer, postId), cursor)

export const listPublicComments = async (
  { db }: Deps,
  viewer: Viewer,
  postId: string,
  cursor: string | undefined,
): Promise<Page> => pageOf(db, await openPublicPost(db, viewer, postId), cursor)

/** The newest, oldest first. */
async function pageOf(db: Db, { post }: OpenPost, cursor: string | undefined): Promise<Page> {
  const rows = await commentsBefore(db, post.id, cursor ?? null, PAGE_SIZE + 1)
  const items = rows.slice(0, PAGE_SIZE).toReversed().map(presentComment)
  return { items, nextCursor: rows.length > PAGE_SIZE ? (items[0]?.id ?? null) : null }
}

/** Asked before the first byte of an upload is kept, and again when it is written. @throws post.notFound (404). */
export async function mayComment(db: Db, viewer: SignedIn, { EntityId }: Pick<NewForm, 'EntityId'>): Promise<OpenPost> {
  const opened = await openPost(db, viewer, EntityId)
  if (!can(viewer, 'post:comment', opened.facts)) throw new AppError('post.notAllowed')
  return opened
}

/** @throws file.notPicture (400); conflict (409) when the same `clientId` made another comment; and what {@link mayComment} throws. */
export async function createComment(
  deps: Deps,
  viewer: SignedIn,
  form: NewForm,
  files: readonly ReceivedFile[],
): Promise<Comment> {
  const content_hash = hashOf(form, files)
  try {
    return await deps.transaction((tx) => make(deps, tx, viewer, { form, files, content_hash }))
  } catch (error) {
    if (form.clientId === undefined || !isUniqueViolation(error, 'comments_by_client')) throw error
    await mayComment(deps.db, viewer, form)
    const made = await commentOfClient(deps.db, viewer.id, form.clientId)
    if (!made?.content_hash?.equals(content_hash)) throw new AppError('conflict')
    const again = presentComment(there(await commentById(deps.db, made.id)))
    await discardReceived(deps, files)
    return again
  }
}

interface Sent {
  readonly form: NewForm
  readonly files: readonly ReceivedFile[]
  readonly content_hash: Buffer
}

async function make(deps: Deps, tx: Tx, viewer: SignedIn, { form, files, content_hash }: Sent): Promise<Comment> {
  const { feed, post } = await mayComment(tx, viewer, form)
  // The post's row is locked by this until the end: comments are told in the order of their counts.
  await countComments(tx, post.id, 1)
  const [id, at] = [uuidv7(), deps.now()]
  await insertComment(tx, {
    id,
    post_id: post.id,
    user_id: viewer.id,
    description: form.description,
    image_file_id: await keepImage(tx, id, files),
    latitude: form.latitude,
    longitude: form.longitude,
    client_id: form.clientId ?? null,
    content_hash,
    created_at: at,
    updated_at: at,
  })
  const comment = presentComment(there(await commentById(tx, id)))
  tx.announce('comment:created', [commentsRoom(feed.id, post.id)], comment)
  return comment
}

/** Asked before the first byte of an upload is kept. @throws comment.notFound (404); comment.notAllowed (403). */
export async function mayEdit(db: Db, viewer: SignedIn, id: string): Promise<{ comment: CommentRow; post: OpenPost }> {
  const comment = there(await commentById(db, id))
  const post = await openPost(db, viewer, comment.post_id).catch(() => {
    throw new AppError('comment.notFound')
  })
  if (!can(viewer, 'comment:edit', { UserId: comment.user_id })) throw new AppError('comment.notAllowed')
  return { comment, post }
}

/** @throws file.notPicture (400); and what {@link mayEdit} throws. */
export async function editComment(deps: Deps, viewer: SignedIn, id: string, form: Form, files: readonly ReceivedFile[]) {
  const { edited, removed } = await deps.transaction(async (tx) => {
    await lockComment(tx, id)
    const { comment, post } = await mayEdit(tx, viewer, id)
    const image_file_id = (await keepImage(tx, id, files)) ?? (form.removesImage ? null : comment.image_file_id)
    await updateComment(tx, id, { description: form.description, image_file_id }, deps.now())
    const changed = presentComment(there(await commentById(tx, id)))
    tx.announce('comment:updated', [commentsRoom(post.feed.id, comment.post_id)], changed)
    const isReplaced = comment.image_file_id !== null && comment.image_file_id !== image_file_id
    return { edited: changed, removed: await removeFiles(tx, isReplaced ? [comment.image_file_id ?? ''] : []) }
  })
  await discardReceived(deps, removed)
  return edited
}

/** @throws comment.notFound (404); comment.notAllowed (403) for anyone but its author. */
export async function removeComment(deps: Deps, viewer: SignedIn, id: string): Promise<void> {
  const removed = await deps.transaction(async (tx) => {
    await lockComment(tx, id)
    const { comment, post } = await mayEdit(tx, viewer, id)
    await deleteComment(tx, id, deps.now())
    await countComments(tx, comment.post_id, -1)
    tx.announce('comment:deleted', [commentsRoom(post.feed.id, comment.post_id)], {
      EntityId: comment.post_id,
      entityType: 'post',
      id,
    })
    return removeFiles(tx, comment.image_file_id === null ? [] : [comment.image_file_id])
  })
  await discardReceived(deps, removed)
}

function there(row: CommentRow | undefined): CommentRow {
  if (!row) throw new AppError('comment.notFound')
  return row
}

/** The picture that came along, as the server encoded it; null without one. */
async function keepImage(tx: Db, commentId: string, files: readonly ReceivedFile[]): Promise<string | null> {
  const [image] = files
  if (!image) return null
  if (image.width === null) throw new AppError('file.notPicture')
  const [row] = await insertFiles(tx, { kind: 'comment', id: commentId }, [image])
  return row?.id ?? null
}

const hashOf = ({ EntityId, description }: NewForm, files: readonly ReceivedFile[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([EntityId, description, files.map(({ sentHash }) => sentHash)]))
    .digest()

/** A picture of a comment is read by who may see its post. */
export const mayReadCommentFiles: FileReaders['comment'] = async ({ db }, { viewer }, commentId) => {
  const comment = await commentById(db, commentId)
  if (!comment) return false
  return openPost(db, viewer, comment.post_id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
}

/** The pictures of comments whose post was deleted a while ago, alone or with its feed. */
export const forgetDeletedComments = (deps: Deps): Promise<void> =>
  forgetFiles(deps, (tx, atOnce) => imagesOfDeleted(tx, new Date(deps.now().getTime() - FILES_KEPT), atOnce))

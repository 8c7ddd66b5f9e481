import type { z } from 'zod'
import type { Viewer } from '@noroshi/contract/define'
import type { Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { command } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import { changeCommentCount } from '#/features/feeds/post-counts.service.ts'
import { type OpenPost, openPost, openPublicPost } from '#/features/feeds/posts.service.ts'
import {
  discardReceived,
  DELETED_FILES_KEPT_MS,
  type FileReaders,
  purgeFiles,
  insertFiles,
  removeFiles,
} from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { commentsRoom } from '#/features/feeds/feeds.rooms.ts'
import { presentComment } from './comments.present.ts'
import {
  commentById,
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

/** @throws post.notFound (404) if the viewer may not see the post. */
export const listComments = async ({ db }: Deps, viewer: Viewer, postId: string, cursor: string | undefined): Promise<Page> =>
  commentPage(db, await openPost(db, viewer, postId), cursor)

export const listPublicComments = async (
  { db }: Deps,
  viewer: Viewer,
  postId: string,
  cursor: string | undefined,
): Promise<Page> => commentPage(db, await openPublicPost(db, viewer, postId), cursor)

/** Returns the newest comments before the cursor, oldest first. */
async function commentPage(db: Db, { post }: OpenPost, cursor: string | undefined): Promise<Page> {
  const rows = await commentsBefore(db, post.id, cursor ?? null, PAGE_SIZE + 1)
  const { items, nextCursor } = pageOf(rows, PAGE_SIZE, presentComment)
  return { items: items.toReversed(), nextCursor }
}

/**
 * Returns a post on which the viewer may comment. Called before an upload is stored and again in the transaction.
 * @throws post.notFound (404); post.notAllowed (403).
 */
export async function openPostToComment(db: Db, viewer: SignedIn, { EntityId }: Pick<NewForm, 'EntityId'>): Promise<OpenPost> {
  const opened = await openPost(db, viewer, EntityId)
  authorize(viewer, 'post:comment', opened.facts, 'post.notAllowed')
  return opened
}

/**
 * @throws file.notPicture (400); conflict (409) when the same `clientId` created a different comment; and the errors of
 * {@link openPostToComment}.
 */
export async function createComment(
  deps: Deps,
  viewer: SignedIn,
  form: NewForm,
  files: readonly ReceivedFile[],
): Promise<Comment> {
  const body = { EntityId: form.EntityId, description: form.description, files: files.map(({ sentHash }) => sentHash) }
  return command(
    deps,
    { viewer, name: 'comment:create', clientId: form.clientId, body },
    (tx, id) => insertWithImage(deps, tx, viewer, id, form, files),
    async (tx, id) => {
      await openPostToComment(tx, viewer, form)
      return presentComment(assertFound(await commentById(tx, id)))
    },
  )
}

async function insertWithImage(
  deps: Deps,
  tx: Tx,
  viewer: SignedIn,
  id: string,
  form: NewForm,
  files: readonly ReceivedFile[],
): Promise<Comment> {
  const { feed, post } = await openPostToComment(tx, viewer, form)
  // Locks the post's row until the end of the transaction, so that comments are emitted in the order of their counts.
  await changeCommentCount(tx, post.id, 1)
  const at = deps.now()
  await insertComment(tx, {
    id,
    post_id: post.id,
    user_id: viewer.id,
    description: form.description,
    image_file_id: await insertImage(tx, id, files),
    created_at: at,
    updated_at: at,
  })
  const comment = presentComment(assertFound(await commentById(tx, id)))
  tx.emit('comment:created', [commentsRoom(feed.id, post.id)], comment)
  return comment
}

/**
 * Returns a comment that the viewer may edit. Called before an upload is stored and again in the transaction.
 * @throws comment.notFound (404); comment.notAllowed (403).
 */
export async function openCommentToEdit(db: Db, viewer: SignedIn, id: string): Promise<{ comment: CommentRow; post: OpenPost }> {
  const comment = assertFound(await commentById(db, id))
  const post = await openPost(db, viewer, comment.post_id).catch(() => {
    throw new AppError('comment.notFound')
  })
  authorize(viewer, 'comment:edit', { UserId: comment.user_id }, 'comment.notAllowed')
  return { comment, post }
}

/** @throws file.notPicture (400); and the errors of {@link openCommentToEdit}. */
export async function editComment(deps: Deps, viewer: SignedIn, id: string, form: Form, files: readonly ReceivedFile[]) {
  const { edited, removed } = await deps.transaction(async (tx) => {
    await lockComment(tx, id)
    const { comment, post } = await openCommentToEdit(tx, viewer, id)
    const image_file_id = (await insertImage(tx, id, files)) ?? (form.removesImage ? null : comment.image_file_id)
    await updateComment(tx, id, { description: form.description, image_file_id }, deps.now())
    const changed = presentComment(assertFound(await commentById(tx, id)))
    tx.emit('comment:updated', [commentsRoom(post.feed.id, comment.post_id)], changed)
    const isReplaced = comment.image_file_id !== null && comment.image_file_id !== image_file_id
    return { edited: changed, removed: await removeFiles(tx, isReplaced ? [comment.image_file_id ?? ''] : []) }
  })
  await discardReceived(deps, removed)
  return edited
}

/**
 * Returns the version of the removal.
 * @throws comment.notFound (404); comment.notAllowed (403) if the viewer is not its author.
 */
export async function removeComment(deps: Deps, viewer: SignedIn, id: string): Promise<number> {
  const { version, removed } = await deps.transaction(async (tx) => {
    await lockComment(tx, id)
    const { comment, post } = await openCommentToEdit(tx, viewer, id)
    const { version, removed } = await deleteWithImage(tx, comment, deps.now())
    tx.emit('comment:deleted', [commentsRoom(post.feed.id, comment.post_id)], {
      EntityId: comment.post_id,
      entityType: 'post',
      id,
      version,
    })
    return { version, removed }
  })
  await discardReceived(deps, removed)
  return version
}

type DeletedComment = Pick<CommentRow, 'id' | 'post_id' | 'image_file_id'>

async function deleteWithImage(tx: Tx, { id, post_id, image_file_id }: DeletedComment, at: Date) {
  const { version } = await deleteComment(tx, id, at)
  await changeCommentCount(tx, post_id, -1)
  return { version, removed: await removeFiles(tx, image_file_id === null ? [] : [image_file_id]) }
}

/**
 * Repeats the deletion of a comment in a database that was restored from before it.
 * @returns the deleted files; null: the database does not have the comment, or has its deletion
 */
export async function repeatCommentDeletion(tx: Tx, { id, at }: { readonly id: string; readonly at: Date }) {
  const comment = await commentById(tx, id)
  return comment ? (await deleteWithImage(tx, comment, at)).removed : null
}

function assertFound(row: CommentRow | undefined): CommentRow {
  if (!row) throw new AppError('comment.notFound')
  return row
}

/** Stores the uploaded picture and returns its file id; null without a picture. */
async function insertImage(tx: Db, commentId: string, files: readonly ReceivedFile[]): Promise<string | null> {
  const [image] = files
  if (!image) return null
  if (image.width === null) throw new AppError('file.notPicture')
  const [row] = await insertFiles(tx, { kind: 'comment', id: commentId }, [image])
  return row?.id ?? null
}

/** Users who may see a post may read the pictures of its comments. */
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

/** Deletes the pictures of comments whose post or feed was deleted more than {@link DELETED_FILES_KEPT_MS} ago. */
export const purgeDeletedComments = (deps: Deps): Promise<void> =>
  purgeFiles(deps, (tx, atOnce) => imagesOfDeleted(tx, new Date(deps.now().getTime() - DELETED_FILES_KEPT_MS), atOnce))

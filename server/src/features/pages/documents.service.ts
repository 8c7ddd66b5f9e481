import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { documentIdsOf, type RichText } from '@noroshi/contract/pages/rich-text'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { DELETED_FILES_KEPT_MS, type FileReaders, purgeFiles, insertFiles, presentMedia } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import {
  deleteUnusedDocuments,
  deleteUsesByDeletedPages,
  documentsOfPage,
  type DocumentFactsRow,
  factsOfDocument,
  factsOfFiles,
  insertDocument,
  insertDocumentUses,
  markDocumentsUsed,
  lockUnusedDocuments,
  type DocumentReference,
} from './documents.sql.ts'
import { membershipsOf } from './page-members.sql.ts'
import { factsOf } from './pages.present.ts'

/** Checks that the viewer may edit at least one page. @throws page.notAllowed (403). */
export async function assertMayUpload(db: Db, viewer: SignedIn): Promise<void> {
  const memberships = await membershipsOf(db, viewer.id)
  // The right to edit does not depend on `is_public`.
  const mayEditAny = memberships.some((membership) => can(viewer, 'page:edit', factsOf({ is_public: false, membership })))
  if (!mayEditAny) throw new AppError('page.notAllowed')
}

/** @throws file.missing (400); page.notAllowed (403). */
export async function createDocument(
  deps: Deps,
  viewer: SignedIn,
  files: readonly ReceivedFile[],
): Promise<z.input<typeof documentRoutes.upload.reply>> {
  const file = await deps.transaction(async (tx) => {
    await assertMayUpload(tx, viewer)
    const id = newId()
    const [row] = await insertFiles(tx, { kind: 'document', id }, files)
    if (!row) throw new AppError('file.missing')
    await insertDocument(tx, { id, file_id: row.id, uploaded_by: viewer.id, created_at: deps.now() })
    return row
  })
  const { mediaUrl: documentUrl, type, previewName, width, height } = presentMedia(file)
  return { documentUrl, type, previewName, width, height }
}

/**
 * Returns true for the uploader and for users who may read a content that contains the document: a published page, its history, a
 * draft or the base of a draft. A contributor may also read documents that the page contained since they became a member, because
 * their editor may still contain a document that another user has removed meanwhile.
 */
function mayRead(viewer: Viewer, rows: readonly DocumentFactsRow[]): boolean {
  return rows.some(({ uploaded_by, page }) => {
    if (viewer !== null && uploaded_by === viewer.id) return true
    if (page === null) return false
    const facts = factsOf(page)
    return (
      (page.is_published && can(viewer, 'page:open', facts)) ||
      (page.was_published_since && can(viewer, 'page:contribute', facts)) ||
      page.is_in_own_draft ||
      can(viewer, 'page:moderate', facts)
    )
  })
}

export const mayReadDocument: FileReaders['document'] = async ({ db }, { viewer }, documentId) =>
  mayRead(viewer, await factsOfDocument(db, viewer?.id ?? null, documentId))

/**
 * Records which documents a revision or draft contains.
 * @throws page.documentNotFound (400) for a document that the viewer may not read.
 */
export async function recordDocumentUses(tx: Tx, viewer: SignedIn, doc: RichText, reference: DocumentReference): Promise<void> {
  const fileIds = documentIdsOf(doc)
  if (fileIds.length === 0) return
  await markDocumentsUsed(tx, fileIds)
  const rows = await factsOfFiles(tx, viewer.id, fileIds)
  const ids = fileIds.map((fileId) => {
    const rowsOfFile = rows.filter((row) => row.file_id === fileId)
    const [first] = rowsOfFile
    if (!first || !mayRead(viewer, rowsOfFile)) throw new AppError('page.documentNotFound')
    return first.id
  })
  await insertDocumentUses(tx, ids, reference)
}

/**
 * Records which documents a received revision or draft contains, among those that its page contained here before: another unit
 * gives no one access to other files.
 * @returns the ids of their files
 */
export async function recordReceivedUses(tx: Tx, doc: RichText, reference: DocumentReference): Promise<ReadonlySet<string>> {
  const fileIds = documentIdsOf(doc)
  if (fileIds.length === 0) return new Set()
  await markDocumentsUsed(tx, fileIds)
  const known = await documentsOfPage(tx, reference.page_id, fileIds)
  const ids = known.map(({ id }) => id)
  if (ids.length > 0) await insertDocumentUses(tx, ids, reference)
  return new Set(known.map(({ file_id }) => file_id))
}

/**
 * Deletes documents that no draft or revision contains and that are older than {@link DELETED_FILES_KEPT_MS}. The delay allows
 * for contents that are not submitted yet. Documents of pages that were deleted before this time are deleted too.
 */
export async function purgeDocuments(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - DELETED_FILES_KEPT_MS)
  await deleteUsesByDeletedPages(deps.db, before)
  await purgeFiles(deps, async (tx, atOnce) => deleteUnusedDocuments(tx, await lockUnusedDocuments(tx, before, atOnce)))
}

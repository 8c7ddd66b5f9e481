import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { documentIdsOf, type RichText } from '@noroshi/contract/pages/rich-text'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { FILES_KEPT, type FileReaders, forgetFiles, insertFiles, presentMedia } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import {
  deleteUnused,
  deleteUsesOfDeleted,
  type DocumentFactsRow,
  factsOfDocument,
  factsOfFiles,
  insertDocument,
  insertUses,
  keepDocuments,
  lockUnused,
  type Naming,
} from './documents.sql.ts'
import { membershipsOf } from './page-members.sql.ts'
import { factsOf } from './pages.present.ts'

/** For those who may edit at least one page. @throws page.notAllowed (403). */
export async function mayUpload(db: Db, viewer: SignedIn): Promise<void> {
  const memberships = await membershipsOf(db, viewer.id)
  // Whether visitors may read the page says nothing about editing it.
  const edits = memberships.some((membership) => can(viewer, 'page:edit', factsOf({ is_public: false, membership })))
  if (!edits) throw new AppError('page.notAllowed')
}

/** @throws file.missing (400); page.notAllowed (403). */
export async function keepDocument(
  deps: Deps,
  viewer: SignedIn,
  files: readonly ReceivedFile[],
): Promise<z.input<typeof documentRoutes.upload.reply>> {
  const file = await deps.transaction(async (tx) => {
    await mayUpload(tx, viewer)
    const id = uuidv7()
    const [row] = await insertFiles(tx, { kind: 'document', id }, files)
    if (!row) throw new AppError('file.missing')
    await insertDocument(tx, { id, file_id: row.id, uploaded_by: viewer.id, created_at: deps.now() })
    return row
  })
  const { mediaUrl: documentUrl, type, previewName, width, height } = presentMedia(file)
  return { documentUrl, type, previewName, width, height }
}

/**
 * A document is read by its uploader, and by who may read a content that names it: a page, its history, a draft and its base. Who
 * contributes reads also what the page showed since they came: they may write on it still while others take it out.
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
 * What of a content names documents is written down; whoever publishes or submits it can read each of them.
 * @throws page.documentNotFound (400).
 */
export async function nameDocuments(tx: Tx, viewer: SignedIn, doc: RichText, naming: Naming): Promise<void> {
  const fileIds = documentIdsOf(doc)
  if (fileIds.length === 0) return
  await keepDocuments(tx, fileIds)
  const rows = await factsOfFiles(tx, viewer.id, fileIds)
  const ids = fileIds.map((fileId) => {
    const own = rows.filter((row) => row.file_id === fileId)
    const [first] = own
    if (!first || !mayRead(viewer, own)) throw new AppError('page.documentNotFound')
    return first.id
  })
  await insertUses(tx, ids, naming)
}

/**
 * Deletes documents that no page, draft or revision names for a while (what is not sent yet lies on its writer's device), and those of
 * pages that were deleted so long ago.
 */
export async function forgetDocuments(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - FILES_KEPT)
  await deleteUsesOfDeleted(deps.db, before)
  await forgetFiles(deps, async (tx, atOnce) => deleteUnused(tx, await lockUnused(tx, before, atOnce)))
}

import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import { DRAFT_PAGE } from '@noroshi/contract/limits'
import type { DraftComparison, draftRoutes, PageDraft } from '@noroshi/contract/pages/drafts.http'
import { plainTextOf } from '@noroshi/contract/pages/rich-text'
import { command } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { recordDocumentUses } from './documents.service.ts'
import { draftById, type DraftRow, draftsOf, insertDraft, mayUseAsBase, pendingDrafts, closeDraft } from './drafts.sql.ts'
import { emitDraftChanged } from './page-events.service.ts'
import { factsOf, presentDraft } from './pages.present.ts'
import { openPage, openPageToModerate, readContent } from './pages.service.ts'
import { lockPage, type PageRow } from './pages.sql.ts'
import { excerptOf } from './published-columns.ts'
import { lockRevision } from './revisions.sql.ts'

type NewDraft = z.output<typeof draftRoutes.create.body>
interface DraftList {
  items: PageDraft[]
  nextCursor: string | null
}
export interface OpenDraft {
  readonly page: PageRow
  readonly draft: DraftRow
}

/**
 * @throws page.notFound, page.revisionNotFound (404); page.notAllowed (403); page.documentNotFound (400); conflict (409) when the
 * same `clientId` created a different draft.
 */
export function submitDraft(deps: Deps, viewer: SignedIn, form: NewDraft): Promise<PageDraft> {
  const content = JSON.stringify(form.draftContent)
  return command(
    deps,
    { viewer, name: 'draft:create', clientId: form.clientId, body: [form.PageId, form.baseRevision ?? null, content] },
    (tx, id) => insertWithDocuments(deps, tx, viewer, form, { id, content }),
    async (tx, id) => presentDraft((await openDraft(tx, viewer, form.PageId, id)).draft),
  )
}

async function insertWithDocuments(
  deps: Deps,
  tx: Tx,
  viewer: SignedIn,
  { PageId: page_id, draftContent, baseRevision }: NewDraft,
  { id, content }: { readonly id: string; readonly content: string },
): Promise<PageDraft> {
  await lockPage(tx, page_id, 'share')
  const page = await openPage(tx, viewer, page_id)
  authorize(viewer, 'page:contribute', factsOf(page), 'page.notAllowed')
  const base_revision = baseRevision ?? page.revision
  if (!(await isBase(tx, viewer, page, base_revision))) throw new AppError('page.revisionNotFound')
  const at = deps.now()
  const excerpt = excerptOf(plainTextOf(draftContent))
  const authorship = { drafted_by: viewer.id, created_at: at, updated_at: at }
  await insertDraft(tx, { id, page_id, base_revision, excerpt, content, ...authorship })
  await recordDocumentUses(tx, viewer, draftContent, { page_id, draft_id: id })
  return presentDraft(await reloadAndEmitDraft(tx, page_id, id))
}

/**
 * Returns true if the viewer may base a draft on the revision. A draft gives access to its base, so members may not use revisions
 * that were replaced before they joined. Moderators may use the whole history.
 */
async function isBase(tx: Tx, viewer: SignedIn, page: PageRow, revision: number): Promise<boolean> {
  if (revision >= page.revision) return revision === page.revision
  // The retention may have removed it while the user edited.
  if (!(await lockRevision(tx, page.id, revision))) return false
  return can(viewer, 'page:moderate', factsOf(page)) || mayUseAsBase(tx, page.id, viewer.id, revision)
}

/** Returns a draft that the viewer may see, with its page. @throws page.notFound, page.draftNotFound (404). */
export async function openDraft(db: Db, viewer: SignedIn, pageId: string, id: string): Promise<OpenDraft> {
  const page = await openPage(db, viewer, pageId)
  const draft = await draftById(db, pageId, id)
  if (!draft) throw new AppError('page.draftNotFound')
  const facts = { page: factsOf(page), DraftedByUserId: draft.drafted_by }
  authorize(viewer, 'draft:open', facts, 'page.draftNotFound')
  return { page, draft }
}

/** Reads a draft after a change and emits it to its author and the reviewers. */
export async function reloadAndEmitDraft(tx: Tx, pageId: string, id: string): Promise<DraftRow> {
  const draft = await draftById(tx, pageId, id)
  if (!draft) throw new AppError('page.draftNotFound')
  emitDraftChanged(tx, draft)
  return draft
}

/**
 * Discards a draft of the viewer; discarding it again changes nothing.
 * @throws page.notFound, page.draftNotFound (404); page.notAllowed (403); page.draftReviewed (409).
 */
export const discardDraft = (deps: Deps, viewer: SignedIn, pageId: string, id: string): Promise<PageDraft> =>
  deps.transaction(async (tx) => {
    await lockPage(tx, pageId, 'change')
    const { page, draft } = await openDraft(tx, viewer, pageId, id)
    const facts = { page: factsOf(page), DraftedByUserId: draft.drafted_by }
    authorize(viewer, 'draft:discard', facts, 'page.notAllowed')
    if (draft.status === 'discarded') return presentDraft(draft)
    if (draft.status !== 'pending') throw new AppError('page.draftReviewed')
    await closeDraft(tx, id, { status: 'discarded' }, deps.now())
    return presentDraft(await reloadAndEmitDraft(tx, pageId, id))
  })

/** Returns the viewer's drafts, newest first. @throws page.notFound (404). */
export async function listOwnDrafts({ db }: Deps, viewer: SignedIn, pageId: string, cursor: string | null): Promise<DraftList> {
  await openPage(db, viewer, pageId)
  return pageOf(await draftsOf(db, pageId, viewer.id, cursor, DRAFT_PAGE + 1), DRAFT_PAGE, presentDraft)
}

/** Returns the pending drafts, oldest first. @throws page.notFound (404); page.notAllowed (403). */
export async function listPendingDrafts({ db }: Deps, viewer: SignedIn, pageId: string, cursor: string | null) {
  await openPageToModerate(db, viewer, pageId)
  return pageOf(await pendingDrafts(db, pageId, cursor, DRAFT_PAGE + 1), DRAFT_PAGE, presentDraft)
}

/** Returns a draft, its base content and the published content. @throws page.notFound, page.draftNotFound (404). */
export async function compareDraft({ db }: Deps, viewer: SignedIn, pageId: string, id: string): Promise<DraftComparison> {
  const { page, draft } = await openDraft(db, viewer, pageId, id)
  const content = await readContent(db, pageId, page.revision)
  const baseContent = draft.base_revision === page.revision ? content : await readContent(db, pageId, draft.base_revision)
  return { draft: presentDraft(draft), baseContent, published: { revision: page.revision, content } }
}

import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import { DRAFT_PAGE } from '@noroshi/contract/limits'
import type { DraftComparison, draftRoutes, PageDraft } from '@noroshi/contract/pages/drafts.http'
import { plainTextOf } from '@noroshi/contract/pages/rich-text'
import { type Db, isUniqueViolation } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { nameDocuments } from './documents.service.ts'
import {
  draftById,
  draftOfClient,
  type DraftRow,
  draftsOf,
  insertDraft,
  mayBeginFrom,
  pendingDrafts,
  settleDraft,
} from './drafts.sql.ts'
import { tellDraft } from './page-events.service.ts'
import { factsOf, presentDraft } from './pages.present.ts'
import { openPage, openToModerate, readContent } from './pages.service.ts'
import { lockPage, type PageRow } from './pages.sql.ts'
import { excerptOf } from './publishing.service.ts'

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
 * @throws page.notFound, page.revisionNotFound (404); page.notAllowed (403); page.documentNotFound (400); conflict (409) when the same
 * `clientId` made another draft.
 */
export async function submitDraft(deps: Deps, viewer: SignedIn, sent: NewDraft): Promise<PageDraft> {
  const content = JSON.stringify(sent.draftContent)
  const content_hash = hashOf(sent, content)
  try {
    return await deps.transaction((tx) => make(deps, tx, viewer, sent, { content, content_hash }))
  } catch (error) {
    if (sent.clientId === undefined || !isUniqueViolation(error, 'page_drafts_by_client')) throw error
    const made = await draftOfClient(deps.db, viewer.id, sent.clientId)
    if (!made?.content_hash?.equals(content_hash)) throw new AppError('conflict')
    return presentDraft((await openDraft(deps.db, viewer, sent.PageId, made.id)).draft)
  }
}

async function make(
  deps: Deps,
  tx: Tx,
  viewer: SignedIn,
  { PageId: page_id, draftContent, baseRevision, clientId }: NewDraft,
  written: { readonly content: string; readonly content_hash: Buffer },
): Promise<PageDraft> {
  await lockPage(tx, page_id, 'share')
  const page = await openPage(tx, viewer, page_id)
  if (!can(viewer, 'page:contribute', factsOf(page))) throw new AppError('page.notAllowed')
  const base_revision = baseRevision ?? page.revision
  if (!(await isBase(tx, viewer, page, base_revision))) throw new AppError('page.revisionNotFound')
  const [id, at] = [uuidv7(), deps.now()]
  const excerpt = excerptOf(plainTextOf(draftContent))
  const owned = { drafted_by: viewer.id, client_id: clientId ?? null, created_at: at, updated_at: at }
  await insertDraft(tx, { id, page_id, base_revision, excerpt, ...written, ...owned })
  await nameDocuments(tx, viewer, draftContent, { page_id, draft_id: id })
  return presentDraft(await told(tx, page_id, id))
}

/** The base of a draft is opened with it: nobody reads by one what was published before they came. The history is for who moderates. */
async function isBase(tx: Tx, viewer: SignedIn, page: PageRow, revision: number): Promise<boolean> {
  if (revision >= page.revision) return revision === page.revision
  return can(viewer, 'page:moderate', factsOf(page)) || mayBeginFrom(tx, page.id, viewer.id, revision)
}

/** A draft that this viewer may see. @throws page.notFound, page.draftNotFound (404). */
export async function openDraft(db: Db, viewer: SignedIn, pageId: string, id: string): Promise<OpenDraft> {
  const page = await openPage(db, viewer, pageId)
  const draft = await draftById(db, pageId, id)
  const mayOpen = draft && can(viewer, 'draft:open', { page: factsOf(page), DraftedByUserId: draft.drafted_by })
  if (!mayOpen) throw new AppError('page.draftNotFound')
  return { page, draft }
}

/** As it is now, and whoever may see it hears of it. */
export async function told(tx: Tx, pageId: string, id: string): Promise<DraftRow> {
  const draft = await draftById(tx, pageId, id)
  if (!draft) throw new AppError('page.draftNotFound')
  tellDraft(tx, draft)
  return draft
}

/**
 * Taken back by whoever drafted it; again is fine. @throws page.notFound, page.draftNotFound (404); page.notAllowed (403);
 * page.draftReviewed (409).
 */
export const discardDraft = (deps: Deps, viewer: SignedIn, pageId: string, id: string): Promise<PageDraft> =>
  deps.transaction(async (tx) => {
    await lockPage(tx, pageId, 'change')
    const { page, draft } = await openDraft(tx, viewer, pageId, id)
    const facts = { page: factsOf(page), DraftedByUserId: draft.drafted_by }
    if (!can(viewer, 'draft:discard', facts)) throw new AppError('page.notAllowed')
    if (draft.status === 'discarded') return presentDraft(draft)
    if (draft.status !== 'pending') throw new AppError('page.draftReviewed')
    await settleDraft(tx, id, { status: 'discarded' }, deps.now())
    return presentDraft(await told(tx, pageId, id))
  })

/** One's own drafts, newest first. @throws page.notFound (404). */
export async function listOwnDrafts({ db }: Deps, viewer: SignedIn, pageId: string, cursor: string | null): Promise<DraftList> {
  await openPage(db, viewer, pageId)
  return listOf(await draftsOf(db, pageId, viewer.id, cursor, DRAFT_PAGE + 1))
}

/** What waits, oldest first. @throws page.notFound (404); page.notAllowed (403). */
export async function listPendingDrafts({ db }: Deps, viewer: SignedIn, pageId: string, cursor: string | null) {
  await openToModerate(db, viewer, pageId)
  return listOf(await pendingDrafts(db, pageId, cursor, DRAFT_PAGE + 1))
}

function listOf(rows: readonly DraftRow[]): DraftList {
  const items = rows.slice(0, DRAFT_PAGE).map(presentDraft)
  return { items, nextCursor: rows.length > DRAFT_PAGE ? (items.at(-1)?.id ?? null) : null }
}

/** A draft, what it began from, and what is published now. @throws page.notFound, page.draftNotFound (404). */
export async function compareDraft({ db }: Deps, viewer: SignedIn, pageId: string, id: string): Promise<DraftComparison> {
  const { page, draft } = await openDraft(db, viewer, pageId, id)
  const content = await readContent(db, pageId, page.revision)
  const baseContent = draft.base_revision === page.revision ? content : await readContent(db, pageId, draft.base_revision)
  return { draft: presentDraft(draft), baseContent, published: { revision: page.revision, content } }
}

const hashOf = ({ PageId, baseRevision }: NewDraft, content: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([PageId, baseRevision ?? null, content]))
    .digest()

import type { z } from 'zod'
import type { Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { parseRichText, type RichText } from '@noroshi/contract/pages/rich-text'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { placeInHistory } from './concurrent-revisions.service.ts'
import { recordDocumentUses } from './documents.service.ts'
import { emitPageChanged } from './page-events.service.ts'
import { presentPage } from './pages.present.ts'
import { openPage, openPageToPublish, readContent } from './pages.service.ts'
import { type PageRow, setPublishedRevision } from './pages.sql.ts'
import { publishedColumnsOf } from './published-columns.ts'
import { idOfRevision, insertRevision, revisionOf, successorOf } from './revisions.sql.ts'

type Body = z.output<typeof pageRoutes.publish.body>
interface Origin {
  readonly drafted_by: string | null
  readonly restored_from: number | null
  /** The id of a revision that the content brings into the page, beside the published one. */
  readonly merges: string | null
}
const DIRECT: Origin = { drafted_by: null, restored_from: null, merges: null }
const targetKind = 'page'

/**
 * Publishes a content. A retry with the same content and base after a lost reply returns the page unchanged.
 * @throws page.notFound (404); page.notAllowed (403); page.changed (409); page.documentNotFound (400).
 */
export const publish = (deps: Deps, auditActor: AuditActor, id: string, { content, baseRevision }: Body): Promise<Page> =>
  deps.transaction(async (tx) => {
    const page = await openPageToPublish(tx, auditActor.actor, id)
    if (baseRevision !== undefined && baseRevision !== page.revision) {
      const own = await repeatedPublication(tx, auditActor.actor, page, baseRevision, null)
      if (own?.content !== JSON.stringify(content)) throw new AppError('page.changed')
      return own
    }
    const published = await publishRevision(deps, tx, auditActor.actor, page, content, DIRECT)
    await recordPageAudit(tx, auditActor, 'page.published', published)
    return presentPage(published, JSON.stringify(content))
  })

/**
 * Publishes the content of an older revision again. A retry after a lost reply returns the page unchanged.
 * @throws page.revisionNotFound (404), and the errors of {@link publish}.
 */
export const restoreRevision = (
  deps: Deps,
  auditActor: AuditActor,
  id: string,
  revision: number,
  baseRevision: number,
): Promise<Page> =>
  deps.transaction(async (tx) => {
    const page = await openPageToPublish(tx, auditActor.actor, id)
    const content = await readContent(tx, id, revision)
    if (baseRevision !== page.revision) {
      const own = await repeatedPublication(tx, auditActor.actor, page, baseRevision, revision)
      if (own === null) throw new AppError('page.changed')
      return own
    }
    const doc = parseRichText(content)
    if (doc === null) throw new Error(`revision ${revision} of page ${id} is not valid rich text`)
    const published = await publishRevision(deps, tx, auditActor.actor, page, doc, { ...DIRECT, restored_from: revision })
    await recordPageAudit(tx, auditActor, 'page.restored', published, { restoredFrom: revision })
    return presentPage(published, content)
  })

/**
 * Returns the page if its published revision is the viewer's own direct publication on `base` with the same `restored_from`, else
 * null.
 */
async function repeatedPublication(
  tx: Tx,
  viewer: SignedIn,
  page: PageRow,
  base: number,
  restored_from: number | null,
): Promise<Page | null> {
  if ((await successorOf(tx, page.id, base))?.revision !== page.revision) return null
  const newest = await revisionOf(tx, page.id, page.revision)
  const isOwn = newest?.published_by === viewer.id && newest.drafted_by === null && newest.restored_from === restored_from
  return isOwn ? presentPage(page, await readContent(tx, page.id, page.revision)) : null
}

/**
 * Writes a new revision of a locked page and emits the page. Every change of the content of an existing page uses it.
 * @throws page.documentNotFound (400).
 */
export async function publishRevision(
  deps: Deps,
  tx: Tx,
  viewer: SignedIn,
  page: PageRow,
  doc: RichText,
  origin: Origin,
): Promise<PageRow> {
  const before = await idOfRevision(tx, page.id, page.revision)
  const last = origin.merges === null ? page.revision : await placeInHistory(tx, page.id, origin.merges)
  const parents = [before, origin.merges].filter((id) => id !== null)
  await writeRevision(deps, tx, viewer, { id: page.id, title: page.title, revision: last + 1 }, doc, parents, origin)
  const published = await openPage(tx, viewer, page.id)
  emitPageChanged(tx, published)
  return published
}

/**
 * Writes a revision without an event. The caller emits the page.
 * @param parents the ids of the revisions that it replaces
 */
export async function writeRevision(
  deps: Deps,
  tx: Tx,
  viewer: SignedIn,
  { id, title, revision }: Pick<PageRow, 'id' | 'title' | 'revision'>,
  doc: RichText,
  parents: readonly string[],
  { drafted_by, restored_from }: Origin = DIRECT,
): Promise<void> {
  const at = deps.now()
  const content = JSON.stringify(doc)
  await insertRevision(tx, {
    id: newId(),
    page_id: id,
    revision,
    parents: [...parents],
    title,
    content,
    published_by: viewer.id,
    published_at: at,
    drafted_by,
    restored_from,
  })
  await recordDocumentUses(tx, viewer, doc, { page_id: id, revision })
  await setPublishedRevision(tx, id, revision, publishedColumnsOf(doc), at)
}

const recordPageAudit = (tx: Tx, auditActor: AuditActor, action: string, page: PageRow, details: Record<string, unknown> = {}) =>
  recordAudit(tx, {
    ...auditActor,
    action,
    targetKind,
    targetId: page.id,
    details: { name: page.title, revision: page.revision, ...details },
  })

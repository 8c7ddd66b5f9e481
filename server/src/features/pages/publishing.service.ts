import type { z } from 'zod'
import { cutText } from '@noroshi/contract/define'
import { PAGE_EXCERPT_MAX } from '@noroshi/contract/limits'
import type { Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { documentIdOf, firstMediaOf, parseRichText, plainTextOf, type RichText } from '@noroshi/contract/pages/rich-text'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { Doer, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { nameDocuments } from './documents.service.ts'
import { tellPage } from './page-events.service.ts'
import { presentPage } from './pages.present.ts'
import { openPage, openToPublish, readContent } from './pages.service.ts'
import { type PageRow, showRevision } from './pages.sql.ts'
import { insertRevision, revisionOf } from './revisions.sql.ts'

type Body = z.output<typeof pageRoutes.publish.body>
interface Origin {
  readonly drafted_by: string | null
  readonly restored_from: number | null
}
const DIRECT: Origin = { drafted_by: null, restored_from: null }
const targetKind = 'page'

/**
 * The same content from the same base again, as after an answer that was lost, answers the page as it is.
 * @throws page.notFound (404); page.notAllowed (403); page.changed (409); page.documentNotFound (400).
 */
export const publish = (deps: Deps, doer: Doer, id: string, { content, baseRevision }: Body): Promise<Page> =>
  deps.transaction(async (tx) => {
    const page = await openToPublish(tx, doer.actor, id)
    if (baseRevision !== undefined && baseRevision !== page.revision) {
      const own = await publishedAlready(tx, doer.actor, page, baseRevision, null)
      if (own?.content !== JSON.stringify(content)) throw new AppError('page.changed')
      return own
    }
    const published = await publishOn(deps, tx, doer.actor, page, content, DIRECT)
    await record(tx, doer, 'page.published', published)
    return presentPage(published, JSON.stringify(content))
  })

/** An older content is published anew, and again is answered likewise. @throws page.revisionNotFound (404), and what {@link publish} throws. */
export const restoreRevision = (deps: Deps, doer: Doer, id: string, revision: number, baseRevision: number): Promise<Page> =>
  deps.transaction(async (tx) => {
    const page = await openToPublish(tx, doer.actor, id)
    const content = await readContent(tx, id, revision)
    if (baseRevision !== page.revision) {
      const own = await publishedAlready(tx, doer.actor, page, baseRevision, revision)
      if (own === null) throw new AppError('page.changed')
      return own
    }
    const doc = parseRichText(content)
    if (doc === null) throw new Error(`revision ${revision} of page ${id} is no rich text`)
    const published = await publishOn(deps, tx, doer.actor, page, doc, { ...DIRECT, restored_from: revision })
    await record(tx, doer, 'page.restored', published, { restoredFrom: revision })
    return presentPage(published, content)
  })

/** What this person published directly on `base`, in the same way, while it is the newest. */
async function publishedAlready(
  tx: Tx,
  viewer: SignedIn,
  page: PageRow,
  base: number,
  restored_from: number | null,
): Promise<Page | null> {
  if (page.revision !== base + 1) return null
  const newest = await revisionOf(tx, page.id, page.revision)
  const isOwn = newest?.published_by === viewer.id && newest.drafted_by === null && newest.restored_from === restored_from
  return isOwn ? presentPage(page, await readContent(tx, page.id, page.revision)) : null
}

/** The one way a page's content changes, under its lock: a new revision, told to everybody. @throws page.documentNotFound (400). */
export async function publishOn(
  deps: Deps,
  tx: Tx,
  viewer: SignedIn,
  page: PageRow,
  doc: RichText,
  origin: Origin,
): Promise<PageRow> {
  const revision = page.revision + 1
  await writeRevision(deps, tx, viewer, { id: page.id, title: page.title, revision }, doc, origin)
  const published = await openPage(tx, viewer, page.id)
  tellPage(deps, tx, published)
  return published
}

/** Tells nobody: a new page is told whole. */
export async function writeRevision(
  deps: Deps,
  tx: Tx,
  viewer: SignedIn,
  { id, title, revision }: Pick<PageRow, 'id' | 'title' | 'revision'>,
  doc: RichText,
  origin: Origin = DIRECT,
): Promise<void> {
  const at = deps.now()
  const content = JSON.stringify(doc)
  await insertRevision(tx, { page_id: id, revision, title, content, published_by: viewer.id, published_at: at, ...origin })
  await nameDocuments(tx, viewer, doc, { page_id: id, revision })
  await showRevision(tx, id, revision, shownOf(doc), at)
}

function shownOf(doc: RichText) {
  const words = plainTextOf(doc)
  const media = firstMediaOf(doc)
  return {
    words,
    excerpt: excerptOf(words),
    media_kind: media?.type ?? null,
    media_file_id: media && documentIdOf(media.attrs.src),
    media_alt: media && (media.type === 'image' ? media.attrs.alt : media.attrs.title),
  }
}

export const excerptOf = (words: string): string => cutText(words, PAGE_EXCERPT_MAX)

const record = (tx: Tx, doer: Doer, action: string, page: PageRow, details: Record<string, unknown> = {}) =>
  recordAudit(tx, {
    ...doer,
    action,
    targetKind,
    targetId: page.id,
    details: { name: page.title, revision: page.revision, ...details },
  })

import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import type { draftRoutes, PageDraft } from '@noroshi/contract/pages/drafts.http'
import { parseRichText, type RichText } from '@noroshi/contract/pages/rich-text'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { fullNameOf } from '#/features/accounts/people.service.ts'
import type { Doer, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { openDraft, type OpenDraft, told } from './drafts.service.ts'
import { type DraftRow, settleDraft } from './drafts.sql.ts'
import { factsOf, presentDraft } from './pages.present.ts'
import { lockPage } from './pages.sql.ts'
import { publishOn } from './publishing.service.ts'
import { contentOf as revisionContent } from './revisions.sql.ts'

type Body = z.output<typeof draftRoutes.review.body>

/**
 * The same review by the same person again, as after an answer that was lost, answers the draft as it is.
 * @throws page.notFound, page.draftNotFound (404); page.notAllowed (403); page.draftReviewed (409) for the second of two reviewers;
 * page.draftOutdated (409) where another content was published that the reviewer has not seen; page.documentNotFound (400).
 */
export const reviewDraft = (deps: Deps, doer: Doer, body: Body): Promise<PageDraft> =>
  deps.transaction(async (tx) => {
    await lockPage(tx, body.PageId, 'change')
    const opened = await openDraft(tx, doer.actor, body.PageId, body.id)
    const { page, draft } = opened
    const facts = { page: factsOf(page), DraftedByUserId: draft.drafted_by }
    if (!can(doer.actor, 'draft:review', facts)) throw new AppError('page.notAllowed')
    if (draft.status !== 'pending') {
      if (await isReviewedSo(tx, doer.actor, opened, body)) return presentDraft(draft)
      throw new AppError('page.draftReviewed')
    }
    if (body.status === 'approved') await publishDraft(deps, tx, doer, opened, body)
    const review = {
      status: body.status,
      review_remarks: body.reviewRemarks,
      reviewed_by: doer.actor.id,
      reviewed_at: deps.now(),
    }
    await settleDraft(tx, draft.id, review, deps.now())
    const action = body.status === 'approved' ? 'page.draftApproved' : 'page.draftRejected'
    const details = { name: page.title, draftedBy: fullNameOf(draft.drafter.first_name, draft.drafter.last_name) }
    await recordAudit(tx, { ...doer, action, targetKind: 'page', targetId: page.id, details })
    return presentDraft(await told(tx, page.id, draft.id))
  })

async function isReviewedSo(tx: Tx, viewer: SignedIn, { page, draft }: OpenDraft, body: Body): Promise<boolean> {
  const isSame = draft.status === body.status && draft.reviewed_by === viewer.id && draft.review_remarks === body.reviewRemarks
  if (!isSame || body.status !== 'approved') return isSame
  const published = await revisionContent(tx, page.id, seenBy(body, draft) + 1)
  return published === JSON.stringify(body.content ?? contentOf(draft))
}

async function publishDraft(deps: Deps, tx: Tx, doer: Doer, { page, draft }: OpenDraft, body: Body): Promise<void> {
  if (seenBy(body, draft) !== page.revision) throw new AppError('page.draftOutdated')
  const origin = { drafted_by: draft.drafted_by, restored_from: null }
  await publishOn(deps, tx, doer.actor, page, body.content ?? contentOf(draft), origin)
}

/** The published revision that the reviewer saw beside the draft. */
const seenBy = ({ comparedRevision }: Body, draft: DraftRow): number => comparedRevision ?? draft.base_revision

function contentOf(draft: DraftRow): RichText {
  const doc = parseRichText(draft.content)
  if (doc === null) throw new Error(`draft ${draft.id} is no rich text`)
  return doc
}

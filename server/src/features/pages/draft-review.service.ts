import type { z } from 'zod'
import type { draftRoutes, PageDraft } from '@noroshi/contract/pages/drafts.http'
import { parseRichText, type RichText } from '@noroshi/contract/pages/rich-text'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { fullNameOf } from '#/features/accounts/people/people.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { joinConcurrentDrafts } from './concurrent-revisions.service.ts'
import { openDraft, type OpenDraft, reloadAndEmitDraft } from './drafts.service.ts'
import { type DraftRow, closeDraft } from './drafts.sql.ts'
import { factsOf, presentDraft } from './pages.present.ts'
import { lockPage } from './pages.sql.ts'
import { publishRevision } from './publishing.service.ts'
import { successorOf } from './revisions.sql.ts'

type Body = z.output<typeof draftRoutes.review.body>

/**
 * Approves or rejects a draft. A retry of the same review after a lost reply returns the draft unchanged.
 * @throws page.notFound, page.draftNotFound (404); page.notAllowed (403); page.draftReviewed (409) if another reviewer
 * was first; page.draftOutdated (409) if a content was published that the reviewer has not seen; page.documentNotFound
 * (400).
 */
export const reviewDraft = (deps: Deps, auditActor: AuditActor, body: Body): Promise<PageDraft> =>
  deps.transaction(async (tx) => {
    await lockPage(tx, body.PageId, 'change')
    const opened = await openDraft(tx, auditActor.actor, body.PageId, body.id)
    const { page, draft } = opened
    const facts = { page: factsOf(page), DraftedByUserId: draft.drafted_by }
    authorize(auditActor.actor, 'draft:review', facts, 'page.notAllowed')
    if (draft.status !== 'pending') {
      if (await isRepeatedReview(tx, auditActor.actor, opened, body)) return presentDraft(draft)
      throw new AppError('page.draftReviewed')
    }
    if (body.status === 'approved') await publishDraft(deps, tx, auditActor, opened, body)
    const review = {
      status: body.status,
      review_remarks: body.reviewRemarks,
      reviewed_by: auditActor.actor.id,
      reviewed_at: deps.now(),
    }
    await closeDraft(tx, draft.id, review, deps.now())
    if (body.status === 'approved' && draft.merges !== null) await joinConcurrentDrafts(tx, page.id)
    const action = body.status === 'approved' ? 'page.draftApproved' : 'page.draftRejected'
    const details = { name: page.title, draftedBy: fullNameOf(draft.drafter.first_name, draft.drafter.last_name) }
    await recordAudit(tx, { ...auditActor, action, targetKind: 'page', targetId: page.id, details })
    return presentDraft(await reloadAndEmitDraft(tx, page.id, draft.id))
  })

/** Returns true if the viewer has reviewed the draft with the same result before. */
async function isRepeatedReview(tx: Tx, viewer: SignedIn, { page, draft }: OpenDraft, body: Body): Promise<boolean> {
  const isSame = draft.status === body.status && draft.reviewed_by === viewer.id && draft.review_remarks === body.reviewRemarks
  if (!isSame || body.status !== 'approved') return isSame
  const published = await successorOf(tx, page.id, comparedRevisionOf(body, draft))
  return published?.content === JSON.stringify(body.content ?? contentOf(draft))
}

async function publishDraft(deps: Deps, tx: Tx, auditActor: AuditActor, { page, draft }: OpenDraft, body: Body): Promise<void> {
  if (comparedRevisionOf(body, draft) !== page.revision) throw new AppError('page.draftOutdated')
  const origin = { drafted_by: draft.drafted_by, restored_from: null, merges: draft.merges }
  await publishRevision(deps, tx, auditActor.actor, page, body.content ?? contentOf(draft), origin)
}

/** Returns the published revision that the reviewer compared with the draft. */
const comparedRevisionOf = ({ comparedRevision }: Body, draft: DraftRow): number => comparedRevision ?? draft.base_revision

function contentOf(draft: DraftRow): RichText {
  const doc = parseRichText(draft.content)
  if (doc === null) throw new Error(`draft ${draft.id} is not valid rich text`)
  return doc
}

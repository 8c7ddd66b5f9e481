import { Button, Textarea } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { REVIEW_REMARKS_MAX } from '@noroshi/contract/limits'
import type { DraftComparison } from '@noroshi/contract/pages/drafts.http'
import { type MessageKey, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useConnection } from '../../../platform/connection/socket.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { useUnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { useReviewDraft } from '../drafts.changes.ts'
import { useReview } from '../use-review.ts'
import { CompareView } from '../compare/compare-view.tsx'
import css from './drafts.module.css'
import { EditableResult } from '../editor/editable-result.tsx'
import { MergeView } from '../compare/merge-view.tsx'
import { ResultEditor } from '../editor/result-editor.tsx'

type Decision = 'approved' | 'rejected'

const questions = {
  approved: {
    title: 'drafts.approveConfirm',
    note: 'drafts.approveConfirmNote',
    confirm: 'drafts.approveConfirmed',
  },
  rejected: {
    title: 'drafts.rejectConfirm',
    note: 'drafts.rejectConfirmNote',
    confirm: 'drafts.rejectConfirmed',
  },
} as const

interface Props {
  comparison: DraftComparison
  /** Text key if another user ended the draft meanwhile. */
  endedBy: MessageKey | null
  /** Whether remarks or changes would be lost. */
  onUnsaved: (hasUnsaved: boolean) => void
  onDone: () => void
}

/** Review of a draft: comparison, remarks for its author, and decision. */
export function ReviewPanel({ comparison, endedBy, onUnsaved, onDone }: Props) {
  const text = useText()
  const language = useLanguage()
  const isOnline = useConnection() === 'online'
  const { draft, published } = comparison
  const [remarks, setRemarks] = useState('')
  const { merged, isBehind, hasNewRevision, content, isDraftItself, isEdited, editing, edit, apply } = useReview(comparison)
  const [asked, setAsked] = useState<{ status: Decision; revision: number } | null>(null)
  const { mutate, isPending } = useReviewDraft(draft, onDone)
  const hasUnsaved = remarks.trim() !== '' || isEdited || editing !== null
  const { leave, question } = useUnsavedGuard(hasUnsaved, onDone)
  useEffect(() => onUnsaved(hasUnsaved), [onUnsaved, hasUnsaved])
  const mayReject = isOnline && !isPending && endedBy === null
  const mayApprove = content !== null && editing === null && mayReject
  // A new publication closes the confirmation of an earlier comparison.
  const isCurrent = endedBy === null && asked?.revision === published.revision
  const confirming = isCurrent && (asked.status === 'rejected' || content !== null) ? asked.status : null
  const ask = (status: Decision) => setAsked({ status, revision: published.revision })
  const decide = (status: Decision) =>
    mutate(
      {
        status,
        reviewRemarks: remarks,
        comparedRevision: published.revision,
        ...(status === 'approved' && content !== null && !isDraftItself && { content }),
      },
      { onSettled: () => setAsked(null) },
    )
  return (
    <>
      <h2>{text('drafts.reviewOf', { name: nameOf(draft.draftedBy) })}</h2>
      <p className={css.meta}>{text('drafts.submittedAt', { when: dateTime(draft.createdAt, language) })}</p>
      {(hasNewRevision || isBehind) && (
        <Notice role="status">{text(hasNewRevision ? 'drafts.comparedAgain' : 'drafts.mergeNote')}</Notice>
      )}
      <div hidden={editing !== null}>
        {merged ? (
          <MergeView {...merged}>{(doc) => <EditableResult content={JSON.stringify(doc)} onEdit={edit} />}</MergeView>
        ) : (
          <div className={css.review}>
            <CompareView
              before={published.content}
              after={content ?? draft.draftContent}
              beforeLabel={text('drafts.before')}
              afterLabel={text('drafts.after')}
            />
            {content !== null && !isDraftItself && <EditableResult content={content} onEdit={edit} />}
          </div>
        )}
      </div>
      {/* The editor stays mounted when the comparison changes. */}
      {editing !== null && <ResultEditor initialContent={editing} onApply={apply} />}
      {question}
      {endedBy && <Ended reason={text(endedBy)} onLeave={leave} />}
      <div className={css.decide}>
        <Textarea
          label={text('drafts.remarks')}
          placeholder={text('drafts.remarksHint')}
          rows={3}
          maxLength={REVIEW_REMARKS_MAX}
          value={remarks}
          onChange={({ currentTarget }) => setRemarks(currentTarget.value)}
        />
        <div className={css.buttons} data-toast-clear>
          <Button
            leftSection={<IconCheck size={20} stroke={2} aria-hidden="true" />}
            disabled={!mayApprove}
            onClick={() => ask('approved')}
          >
            {text('drafts.approve')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconX size={20} stroke={2} aria-hidden="true" />}
            disabled={!mayReject}
            onClick={() => ask('rejected')}
          >
            {text('drafts.reject')}
          </Button>
        </div>
        {!isOnline && <p className={css.meta}>{text('chrome.notConnected')}</p>}
      </div>
      {confirming !== null && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          onConfirm={() => decide(confirming)}
          title={text(questions[confirming].title)}
          confirmLabel={text(questions[confirming].confirm)}
          isBusy={isPending}
        >
          <p>{text(questions[confirming].note, { name: nameOf(draft.draftedBy) })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Notice that the draft has ended. The reviewer's text stays until they leave. */
function Ended({ reason, onLeave }: { reason: string; onLeave: () => void }) {
  const text = useText()
  return (
    <div className={css.review}>
      <Notice role="alert">
        {reason}
        <br />
        {text('drafts.writtenKept')}
      </Notice>
      <Button variant="default" onClick={onLeave}>
        {text('drafts.backToRequests')}
      </Button>
    </div>
  )
}

import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { REVIEW_REMARKS_MAX } from '@noroshi/contract/limits'
import type { DraftComparison } from '@noroshi/contract/pages/drafts.http'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { useConnection } from '../../../platform/socket.ts'
import { dateTime } from '../../../platform/time.ts'
import { useReviewDraft } from '../drafts.changes.ts'
import { useReview } from '../use-review.ts'
import { CompareView } from './compare-view.tsx'
import css from './drafts.module.css'
import { EditableResult } from './editable-result.tsx'
import { MergeView } from './merge-view.tsx'
import { ResultEditor } from './result-editor.tsx'

/** The comparison, remarks for whoever drafted it, and the decision. */
export function ReviewPanel({ comparison, onDone }: { comparison: DraftComparison; onDone: () => void }) {
  const text = useText()
  const language = useLanguage()
  const isOnline = useConnection() === 'online'
  const { draft, published } = comparison
  const [remarks, setRemarks] = useState('')
  const { merged, isBehind, isAnew, content, isDraftItself, editing, edit, apply } = useReview(comparison)
  const { mutate, isPending, variables } = useReviewDraft(draft, onDone)
  const decide = (status: 'approved' | 'rejected') =>
    mutate({
      status,
      reviewRemarks: remarks,
      comparedRevision: published.revision,
      ...(status === 'approved' && content !== null && !isDraftItself && { content }),
    })
  return (
    <>
      <h2>{text('drafts.reviewOf', { name: draft.draftedBy.fullName })}</h2>
      <p className={css.meta}>{text('drafts.submittedAt', { when: dateTime(draft.createdAt, language) })}</p>
      {(isAnew || isBehind) && (
        <p className={css.news} role="status">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          {text(isAnew ? 'drafts.comparedAnew' : 'drafts.mergeNote')}
        </p>
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
      {/* Whatever is compared anew meanwhile: the editor stays where it is. */}
      {editing !== null && <ResultEditor start={editing} onApply={apply} />}
      <div className={css.decide}>
        <Textarea
          label={text('drafts.remarks')}
          placeholder={text('drafts.remarksHint')}
          rows={3}
          maxLength={REVIEW_REMARKS_MAX}
          value={remarks}
          onChange={({ currentTarget }) => setRemarks(currentTarget.value)}
        />
        <div className={css.keys}>
          <Button
            leftSection={<IconCheck size={20} stroke={2} aria-hidden="true" />}
            disabled={content === null || editing !== null || !isOnline || isPending}
            loading={isPending && variables.status === 'approved'}
            onClick={() => decide('approved')}
          >
            {text('drafts.approve')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconX size={20} stroke={2} aria-hidden="true" />}
            disabled={!isOnline || isPending}
            loading={isPending && variables.status === 'rejected'}
            onClick={() => decide('rejected')}
          >
            {text('drafts.reject')}
          </Button>
        </div>
        {!isOnline && <p className={css.meta}>{text('chrome.notConnected')}</p>}
      </div>
    </>
  )
}

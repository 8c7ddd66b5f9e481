import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useDiscardDraft } from '../drafts.changes.ts'
import { DraftStatusTag } from './draft-status-tag.tsx'
import css from './drafts.module.css'
import { StoredRichText } from '../editor/rich-text.tsx'

interface Props {
  draft: PageDraft
  /** Continues a rejected or discarded draft. */
  onContinue: (draft: PageDraft) => void
  isLoading: boolean
}

/** An own draft with its status, remarks and actions. */
export function DraftCard({ draft, onContinue, isLoading }: Props) {
  const text = useText()
  const language = useLanguage()
  const [opened, setOpened] = useState<'view' | 'discard' | null>(null)
  const { mutate: discard, isPending } = useDiscardDraft(draft)
  const { status, reviewedBy, reviewedAt, reviewRemarks } = draft
  const when = dateTime(draft.createdAt, language)
  const close = () => setOpened(null)
  return (
    <li className={css.card}>
      <div className={css.head}>
        <DraftStatusTag status={status} />
        <span className={css.meta}>{text('drafts.submittedAt', { when })}</span>
      </div>
      <p className={css.excerpt}>{draft.excerpt || text('drafts.empty')}</p>
      {reviewedBy && reviewedAt && (
        <p className={css.meta}>
          {text('drafts.reviewedBy', { name: nameOf(reviewedBy), when: dateTime(reviewedAt, language) })}
        </p>
      )}
      {reviewRemarks && (
        <p className={css.remarks}>
          <b>{text('drafts.remarks')}</b>
          {reviewRemarks}
        </p>
      )}
      <div className={css.buttons}>
        <Button variant="default" onClick={() => setOpened('view')}>
          {text('drafts.view')}
        </Button>
        {status === 'pending' && (
          <Button variant="default" onClick={() => setOpened('discard')}>
            {text('drafts.withdraw')}
          </Button>
        )}
        {(status === 'rejected' || status === 'discarded') && (
          <Button variant="default" loading={isLoading} onClick={() => onContinue(draft)}>
            {text('drafts.beginAgain')}
          </Button>
        )}
      </div>
      <Dialog isOpen={opened === 'view'} onClose={close} title={text('drafts.draftOf', { when })}>
        <StoredRichText json={draft.draftContent} />
      </Dialog>
      <ConfirmDialog
        isOpen={opened === 'discard'}
        onClose={close}
        onConfirm={() => discard(undefined, { onSettled: close })}
        title={text('drafts.withdrawConfirm')}
        confirmLabel={text('drafts.withdraw')}
        isBusy={isPending}
      >
        <p>{text('drafts.withdrawNote')}</p>
      </ConfirmDialog>
    </li>
  )
}

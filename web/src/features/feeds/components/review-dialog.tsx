import { Radio, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { REVIEW_REMARKS_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import css from '../../../ui/forms/form.module.css'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useReviewPost } from '../posts.changes.ts'

const choices = ['approve', 'reject'] as const

/** Approves or rejects a post with remarks for its author. The button is disabled until the user has chosen. */
export function ReviewDialog({ post, onClose }: { post: FeedPostForViewer; onClose: () => void }) {
  const text = useText()
  const [choice, setChoice] = useState<string | null>(null)
  const [remarks, setRemarks] = useState('')
  const { mutate, isPending } = useReviewPost(post)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (choice !== null) mutate({ isApproved: choice === 'approve', reviewRemarks: remarks }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={text('posts.reviewTitle', { name: nameOf(post.createdBy) })}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('posts.submit')}
      isReady={choice !== null}
      isBusy={isPending}
      hasUnsaved={remarks.trim() !== ''}
    >
      <Radio.Group label={text('posts.reviewChoice')} value={choice} onChange={setChoice}>
        <div className={css.choices} data-in-line>
          {choices.map((option) => (
            <Radio key={option} value={option} label={text(`posts.${option}`)} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={text('posts.remarks')}
        placeholder={text('posts.remarksHint')}
        rows={3}
        maxLength={REVIEW_REMARKS_MAX}
        value={remarks}
        onChange={({ currentTarget }) => setRemarks(currentTarget.value)}
      />
    </FormDialog>
  )
}

import { ActionIcon } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { COMMENT_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useDraft } from '../../../platform/drafts.ts'
import { useText } from '../../../platform/i18n.ts'
import { useUnit } from '../../../platform/unit.ts'
import { Composer } from '../../../ui/composer.tsx'
import { SelectedMedia } from '../../../ui/selected-media.tsx'
import { UploadProgress } from '../../../ui/upload-progress.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { toastInvalid } from '../../../ui/toast.tsx'
import { LeaveGuard, useReloadGuard } from '../../../ui/unsaved-guard.tsx'
import { useAddComment } from '../comments.changes.ts'
import { useCommentPicture } from '../use-comment-picture.ts'
import css from './comments.module.css'

/** Text field for a comment with at most one picture. The text stays in the field until the server has accepted it. */
export function CommentComposer({ postId, onAdded }: { postId: string; onAdded: () => void }) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const { picture, problem, choose, clear, setProblem } = useCommentPicture(maxMb)
  const draft = useDraft('comments', postId)
  useReloadGuard(draft.isAtRisk)
  const chooser = useRef<HTMLInputElement>(null)
  const { mutate, isPending, percent, cancel } = useAddComment(postId)

  const chooseFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    choose([...(target.files ?? [])])
    target.value = '' // the same picture can be chosen again
  }
  const send = (body: string) => {
    mutate(
      { text: body, image: picture },
      {
        onSuccess: () => {
          draft.setText('')
          clear()
          onAdded()
        },
      },
    )
    return false // the text stays in the field until the request succeeds
  }
  return (
    <div className={css.composer}>
      <LeaveGuard hasUnsaved={picture !== null} />
      {picture && (
        <div className={css.chosen}>
          <SelectedMedia files={[picture]} isLocked={isPending} onRemove={clear} />
          {isPending && <UploadProgress percent={percent} onCancel={cancel} />}
        </div>
      )}
      {problem !== null && (
        <div className={css.refusal}>
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <Composer
        placeholder={text('comments.write')}
        sendLabel={text('comments.send')}
        maxLength={COMMENT_MAX}
        onTooLong={() => toastInvalid('comments.tooLong', { max: COMMENT_MAX })}
        onSend={send}
        onEmpty={() => picture && setProblem(text('comments.pictureNeedsText'))}
        isBusy={isPending}
        value={draft.text}
        onType={draft.setText}
        onFiles={choose}
        before={
          <ActionIcon aria-label={text('comments.addPicture')} disabled={isPending} onClick={() => chooser.current?.click()}>
            <IconPhoto size={24} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        }
        // Specification, section 5: the send button appears only if there is text.
        whileEmpty={<span />}
      />
      <input ref={chooser} type="file" hidden accept="image/*" aria-label={text('comments.addPicture')} onChange={chooseFile} />
    </div>
  )
}

import { ActionIcon } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { COMMENT_MAX } from '@noroshi/contract/limits'
import { useDraft } from '../../../platform/forms/drafts.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Composer } from '../../../shared/chat/composer.tsx'
import { SelectedMedia } from '../../../ui/media/selected-media.tsx'
import { FieldError } from '../../../ui/forms/field-error.tsx'
import { toastError, toastInvalid } from '../../../ui/states/toast.tsx'
import { LeaveGuard, useReloadGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { unsentComments } from '../unsent-comments.ts'
import type { CommentPicture } from '../use-comment-picture.ts'
import css from './comments.module.css'

interface Props {
  postId: string
  picture: CommentPicture
  onAdded: () => void
}

/** Text field for a comment with at most one picture. */
export function CommentComposer({ postId, picture: { picture, problem, choose, clear, setProblem }, onAdded }: Props) {
  const text = useText()
  const draft = useDraft('comments', postId)
  useReloadGuard(draft.isAtRisk)
  const chooser = useRef<HTMLInputElement>(null)

  const chooseFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    choose([...(target.files ?? [])])
    target.value = '' // the same picture can be chosen again
  }
  const send = (body: string) => {
    if (!unsentComments.send({ postId, text: body }, picture ? [picture] : [])) {
      toastError(text('comments.notAdded'), text('chrome.noAnswer'))
      return false
    }
    clear()
    onAdded()
    return true
  }
  return (
    <div className={css.composer}>
      <LeaveGuard hasUnsaved={picture !== null} />
      {picture && (
        <div className={css.chosen}>
          <SelectedMedia files={[picture]} isLocked={false} onRemove={clear} />
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
        value={draft.text}
        onType={draft.setText}
        onFiles={choose}
        before={
          <ActionIcon aria-label={text('comments.addPicture')} onClick={() => chooser.current?.click()}>
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

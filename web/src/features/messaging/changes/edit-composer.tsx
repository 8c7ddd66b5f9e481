import { MESSAGE_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { draftKey, readDraft, useDraft, writeDraft } from '../../../platform/forms/drafts.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { currentUser } from '../../../platform/session/current-user.ts'
import { Composer } from '../../../shared/chat/composer.tsx'
import { toastInvalid } from '../../../ui/states/toast.tsx'
import { useReloadGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { ComposingBar } from './composing-bar.tsx'
import { MentionList } from '../mentions/mention-list.tsx'
import { hasMentionMark, mentionsOf } from '../mentions/mention-text.ts'
import { useMentionable } from '../mentions/use-mentionable.ts'
import { setComposing } from './composing.ts'
import { changeMessage } from './unsent-changes.ts'

/** Begins the edit of a message, with the text of an edit that was not saved. */
export function beginEdit(message: Message): void {
  const key = draftKey(currentUser()?.id ?? null, 'edit', message.id)
  if (readDraft(key) === '') writeDraft(key, message.text)
  setComposing(message.MessageThreadId, { kind: 'edit', message })
}

/** The text field that edits a message. A text that is not saved is a draft of this message. */
export function EditComposer({ message }: { message: Message }) {
  const text = useText()
  const { id, MessageThreadId, messageMedias, latitude } = message
  const draft = useDraft('edit', id)
  useReloadGuard(draft.isAtRisk)
  const end = () => setComposing(MessageThreadId, null)
  const mentionable = useMentionable(MessageThreadId, hasMentionMark(draft.text))
  const save = (edited: string) => {
    const mentions = mentionsOf(edited, mentionable)
    if (edited !== message.text) changeMessage(message, { kind: 'edit', text: edited, mentions })
    draft.setText('')
    end()
    return true
  }
  const mayBeEmpty = messageMedias.length > 0 || latitude !== null
  return (
    <>
      <ComposingBar composing={{ kind: 'edit', message }} />
      <MentionList mentionable={mentionable} text={draft.text} onType={draft.setText} />
      <Composer
        placeholder={text('messages.editing')}
        sendLabel={text('messages.saveEdit')}
        maxLength={MESSAGE_MAX}
        onTooLong={() => toastInvalid('messages.tooLong', { max: MESSAGE_MAX })}
        onSend={save}
        value={draft.text}
        onType={draft.setText}
        {...(mayBeEmpty && { onEmpty: () => void save('') })}
      />
    </>
  )
}

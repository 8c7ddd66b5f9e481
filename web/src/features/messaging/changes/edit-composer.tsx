import { useState } from 'react'
import { MESSAGE_MAX } from '@noroshi/contract/limits'
import { useDraft } from '../../../platform/forms/drafts.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Composer } from '../../../shared/chat/composer.tsx'
import { toastInvalid } from '../../../ui/states/toast.tsx'
import { useReloadGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { ComposingBar } from './composing-bar.tsx'
import { MentionList } from '../mentions/mention-list.tsx'
import { hasMentionMark, mentionsOf } from '../mentions/mention-text.ts'
import { useMentionable } from '../mentions/use-mentionable.ts'
import { type Composing, setComposing } from './composing.ts'
import { changeMessage } from './unsent-changes.ts'

/**
 * The text field that edits a message. A text that differs from it and is not saved is a draft of this message, with which the
 * next edit begins.
 */
export function EditComposer({ composing }: { composing: Composing }) {
  const { message } = composing
  const text = useText()
  const { id, MessageThreadId, messageMedias, latitude } = message
  const draft = useDraft('edit', id)
  const [edited, setEdited] = useState(draft.text === '' ? message.text : draft.text)
  useReloadGuard(draft.isAtRisk)
  const type = (next: string) => {
    setEdited(next)
    draft.setText(next === message.text ? '' : next)
  }
  const end = () => setComposing(MessageThreadId, null)
  const mentionable = useMentionable(MessageThreadId, hasMentionMark(edited))
  const save = (saved: string) => {
    const mentions = mentionsOf(saved, mentionable)
    if (saved !== message.text) changeMessage(message, { kind: 'edit', text: saved, mentions })
    draft.setText('')
    end()
    return true
  }
  const mayBeEmpty = messageMedias.length > 0 || latitude !== null
  return (
    <>
      <ComposingBar composing={composing} />
      <MentionList mentionable={mentionable} text={edited} onType={type} />
      <Composer
        placeholder={text('messages.editing')}
        sendLabel={text('messages.saveEdit')}
        maxLength={MESSAGE_MAX}
        onTooLong={() => toastInvalid('messages.tooLong', { max: MESSAGE_MAX })}
        onSend={save}
        value={edited}
        onType={type}
        {...(mayBeEmpty && { onEmpty: () => void save('') })}
      />
    </>
  )
}

import { ActionIcon } from '@mantine/core'
import { IconSendFilled } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import css from './composer.module.css'

interface ComposerProps {
  placeholder: string
  sendLabel: string
  /** Characters; more are refused. */
  maxLength: number
  onTooLong: () => void
  /** Takes the trimmed words; false: they stay in the field. */
  onSend: (text: string) => boolean
}

/** The key code of a key that the IME has taken: Safari ends the composition before the Enter that confirms it. */
const IME_KEY_CODE = 229

/** Where one writes. Enter sends, Shift and Enter break the line, an Enter that confirms kana never sends. */
export function Composer({ placeholder, sendLabel, maxLength, onTooLong, onSend }: ComposerProps) {
  const [draft, setDraft] = useState('')

  const change = ({ target: { value } }: ChangeEvent<HTMLTextAreaElement>) => {
    if (value.length > maxLength) onTooLong()
    else setDraft(value)
  }
  const send = () => {
    const words = draft.trim()
    if (words !== '' && onSend(words)) setDraft('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isComposing = event.nativeEvent.isComposing || event.keyCode === IME_KEY_CODE
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className={css.composer}>
      <textarea
        className={css.field}
        rows={1}
        value={draft}
        placeholder={placeholder}
        aria-label={placeholder}
        enterKeyHint="send"
        onChange={change}
        onKeyDown={onKeyDown}
      />
      <ActionIcon className={css.send} aria-label={sendLabel} aria-disabled={draft.trim() === ''} onClick={send}>
        <IconSendFilled size={22} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

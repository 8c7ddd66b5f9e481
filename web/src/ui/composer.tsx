import { ActionIcon } from '@mantine/core'
import { IconSendFilled } from '@tabler/icons-react'
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import css from './composer.module.css'
import { confirmsWords } from './ime.ts'

interface ComposerProps {
  placeholder: string
  sendLabel: string
  /** Characters; more are refused. */
  maxLength: number
  onTooLong: () => void
  /** Takes the trimmed words; false: they stay in the field. */
  onSend: (text: string) => boolean
  /** Left of the field: what can be added to the words. */
  before?: ReactNode
  /** In place of the key that sends, while there are no words. */
  whileEmpty?: ReactNode
  /** What stood in the field when it was left. */
  initial?: string
  /** Each change of the words, also to none. */
  onType?: (words: string) => void
  /** Files that were pasted into the field. */
  onFiles?: (files: File[]) => void
}

/** Where one writes. Enter sends, Shift and Enter break the line, an Enter that confirms kana never sends. */
export function Composer({ placeholder, sendLabel, maxLength, onTooLong, onSend, onType, onFiles, ...props }: ComposerProps) {
  const { before, whileEmpty, initial = '' } = props
  const [draft, setDraft] = useState(initial)
  const become = (words: string) => {
    setDraft(words)
    onType?.(words)
  }

  const change = ({ target: { value } }: ChangeEvent<HTMLTextAreaElement>) => {
    if (value.length > maxLength) onTooLong()
    else become(value)
  }
  const send = () => {
    const words = draft.trim()
    if (words !== '' && onSend(words)) become('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (
      !confirmsWords({
        key: event.key,
        keyCode: event.keyCode,
        shiftKey: event.shiftKey,
        isComposing: event.nativeEvent.isComposing,
      })
    )
      return
    event.preventDefault()
    send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (!onFiles || files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
  const isEmpty = draft.trim() === ''
  return (
    <div className={css.composer} data-before={before ? '' : undefined}>
      {before}
      <textarea
        className={css.field}
        rows={1}
        value={draft}
        placeholder={placeholder}
        aria-label={placeholder}
        enterKeyHint="send"
        onChange={change}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {isEmpty && whileEmpty ? (
        whileEmpty
      ) : (
        <ActionIcon className={css.send} aria-label={sendLabel} aria-disabled={isEmpty} onClick={send}>
          <IconSendFilled size={22} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}

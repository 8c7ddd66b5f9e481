import { ActionIcon } from '@mantine/core'
import { IconSendFilled } from '@tabler/icons-react'
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { hasFinePointer } from '../../platform/device/pointer.ts'
import { isTextField } from '../../platform/forms/text-field.ts'
import { hasTopDialog } from '../../ui/dialogs/top-dialog.tsx'
import css from './composer.module.css'
import { isSendKey } from '../../ui/forms/ime.ts'
import { mayChangeTo } from '../../ui/forms/text-limit.ts'
import { useAutosize } from '../../ui/forms/use-autosize.ts'

interface ComposerProps {
  placeholder: string
  sendLabel: string
  /**
   * Max characters. Longer texts are not sent. A draft that is too long, because two were joined, can only be
   * shortened.
   */
  maxLength: number
  onTooLong: () => void
  /** Receives the trimmed text. If it returns false, the text stays in the field. */
  onSend: (text: string) => boolean
  /** Left of the field, such as a button that attaches files. */
  before?: ReactNode
  /** Replaces the send button while the text is empty. */
  whileEmpty?: ReactNode
  /** Replaces the field and what is left of it, such as the state of a recording. The field returns as it was. */
  instead?: ReactNode
  /** The text of the field; the caller stores it. */
  value: string
  /** Called on each change of the text, also when it becomes empty. */
  onType: (text: string) => void
  /** The text is being sent: it stays in the field and is read-only. */
  isBusy?: boolean
  /** Enter was pressed in an empty field. */
  onEmpty?: () => void
  /** The up arrow was pressed in an empty field. */
  onUp?: () => void
  /** Files were pasted into the field. */
  onFiles?: (files: File[]) => void
  /** The field takes the focus when it appears, on devices with a keyboard. */
  takesFocus?: boolean
}

/**
 * Whether a field may take the focus by itself: there is a mouse, no alarm, and the user types nowhere else. A dialog that
 * led here is closing.
 */
function mayTakeFocus(): boolean {
  const { activeElement } = document
  const isTyping = isTextField(activeElement) && !activeElement.closest('[role=dialog]')
  return hasFinePointer() && !hasTopDialog() && !isTyping
}

/**
 * A text field for messages. Enter sends, Shift+Enter inserts a line break, and an Enter that confirms kana does not
 * send.
 */
export function Composer({ placeholder, sendLabel, maxLength, onTooLong, onSend, onType, onFiles, ...props }: ComposerProps) {
  const { before, whileEmpty, value: draft, isBusy = false, onEmpty, onUp, takesFocus = false, instead } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useAutosize(field, draft)
  useEffect(() => {
    if (takesFocus && mayTakeFocus()) field.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const hasOther = Boolean(instead)
  const hadOther = useRef(false)
  useEffect(() => {
    const isBack = hadOther.current && !hasOther && document.activeElement === document.body
    if (isBack && hasFinePointer()) field.current?.focus({ preventScroll: true })
    hadOther.current = hasOther
  }, [hasOther])

  const change = ({ target: { value } }: ChangeEvent<HTMLTextAreaElement>) => {
    if (mayChangeTo(value, draft, maxLength)) onType(value)
    else onTooLong()
  }
  const send = () => {
    if (isBusy) return
    const trimmed = draft.trim()
    if (trimmed === '') onEmpty?.()
    else if (trimmed.length > maxLength) onTooLong()
    else if (onSend(trimmed)) onType('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (event.key === 'ArrowUp' && draft === '' && onUp && isPlain) {
      event.preventDefault()
      onUp()
      return
    }
    if (
      !isSendKey({
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
    <div className={css.composer} data-before={before ? '' : undefined} data-toast-clear>
      {instead ? <div className={css.instead}>{instead}</div> : before}
      <textarea
        ref={field}
        className={css.field}
        hidden={hasOther}
        rows={1}
        value={draft}
        readOnly={isBusy}
        aria-busy={isBusy || undefined}
        placeholder={placeholder}
        aria-label={placeholder}
        enterKeyHint="send"
        onChange={change}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {(isEmpty || hasOther) && whileEmpty ? (
        whileEmpty
      ) : (
        <ActionIcon className={css.send} aria-label={sendLabel} aria-disabled={isEmpty || isBusy} onClick={send}>
          <IconSendFilled size={22} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}

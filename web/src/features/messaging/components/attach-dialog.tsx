import { Button, Textarea } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MESSAGE_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { isSendKey } from '../../../ui/forms/ime.ts'
import { MediaPicker, type MediaKind } from '../../../shared/media/media-picker.tsx'
import { mayChangeTo } from '../../../ui/forms/text-limit.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { withoutTooLarge } from '../message-files.ts'

interface Props {
  kind: MediaKind
  /** Files within the limits that were pasted or dropped into the chat. */
  initial: readonly File[]
  /** Text of the composer. It remains the draft when the dialog is closed. */
  caption: string
  onCaption: (caption: string) => void
  /** Called when a longer caption than a message may have is typed, pasted or sent. It is refused. */
  onTooLong: () => void
  onSend: (files: readonly File[]) => void
  onClose: () => void
}

/**
 * Selects the files of a message; the text of the composer is their caption. Enter sends. The upload runs in the
 * background.
 */
export function AttachDialog({ kind, initial, caption, onCaption, onTooLong, onSend, onClose }: Props) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [files, setFiles] = useState(initial)
  // Users with a hardware keyboard paste or drop files and continue typing. On phones, the on-screen keyboard would
  // hide the files.
  const focusesCaption = initial.length > 0
  const hasFocused = useRef(false)
  /** Moves the caret behind the text that was typed in the composer. */
  const moveCaretToEnd = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => {
    if (!hasFocused.current) currentTarget.setSelectionRange(caption.length, caption.length)
    hasFocused.current = true
  }
  const change = (next: string) => (mayChangeTo(next, caption, MESSAGE_MAX) ? onCaption(next) : onTooLong())
  // The draft of the composer may already be too long.
  const send = () => (caption.trim().length > MESSAGE_MAX ? onTooLong() : onSend(files))
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, keyCode, shiftKey, nativeEvent } = event
    if (!isSendKey({ key, keyCode, shiftKey, isComposing: nativeEvent.isComposing })) return
    event.preventDefault()
    send()
  }
  return (
    <MediaPicker
      kind={kind}
      title={text(`messages.attach.${kind}`)}
      maxMb={maxMb}
      files={files}
      onFiles={setFiles}
      filterFiles={withoutTooLarge}
      dropLabel={text('messages.drop')}
      hasUnsaved={files.length > 0}
      onClose={onClose}
    >
      {files.length > 0 && (
        <>
          <Textarea
            label={text('messages.attach.caption')}
            autosize={false}
            rows={2}
            data-autofocus={focusesCaption || undefined}
            enterKeyHint="send"
            value={caption}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            onKeyDown={onKeyDown}
            onFocus={moveCaretToEnd}
          />
          <SendButton takesFocus={!focusesCaption} onSend={send} />
        </>
      )}
    </MediaPicker>
  )
}

/** Appears with the first file and then takes the focus from the buttons that add files. */
function SendButton({ takesFocus, onSend }: { takesFocus: boolean; onSend: () => void }) {
  const text = useText()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <Button ref={button} data-toast-clear data-autofocus={takesFocus || undefined} onClick={onSend}>
      {text('media.send')}
    </Button>
  )
}

import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { BYTES_A_MB, MESSAGE_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { text as say, useText } from '../../../platform/i18n.ts'
import { MediaCollect, type MediaKind } from '../../../ui/media-collect.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import type { Content } from '../pending.ts'
import { useUnit } from '../../../platform/unit.ts'

/** Milliseconds of the toast that tells what is too large (specification, section 5). */
const TOO_LARGE_MS = 7_000

/** Specification, section 5: files over the limit are dropped, and the person is told how many and the limit. */
function withoutTooLarge(files: readonly File[], maxMb: number): File[] {
  const fitting = files.filter(({ size }) => size <= maxMb * BYTES_A_MB)
  const count = files.length - fitting.length
  if (count > 0) {
    toastWarning(
      count === 1 ? 'messages.tooLarge.one' : 'messages.tooLarge.other',
      { count },
      { description: say('messages.limit', { max: maxMb }), durationMs: TOO_LARGE_MS },
    )
  }
  return fitting
}

interface Props {
  kind: MediaKind
  /** What was pasted or dropped. */
  initial: readonly File[]
  onSend: (content: Content) => void
  onClose: () => void
}

/** What goes with a message: several files at once, and words if there are any. It is sent in the background. */
export function AttachDialog({ kind, initial, onSend, onClose }: Props) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [files, setFiles] = useState<readonly File[]>(() => withoutTooLarge(initial, maxMb))
  const [words, setWords] = useState('')
  return (
    <MediaCollect
      kind={kind}
      title={text(`messages.attach.${kind}`)}
      maxMb={maxMb}
      files={files}
      onFiles={setFiles}
      fitting={withoutTooLarge}
      onClose={onClose}
    >
      {files.length > 0 && (
        <>
          <Textarea
            label={text('messages.attach.caption')}
            autosize={false}
            rows={2}
            maxLength={MESSAGE_MAX}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <Button onClick={() => onSend({ files, text: words.trim() })}>{text('media.send')}</Button>
        </>
      )}
    </MediaCollect>
  )
}

import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { CAPTION_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { withoutTooLarge } from '../../../ui/media-chosen.tsx'
import { MediaCollect } from '../../../ui/media-collect.tsx'
import { MediaSending } from '../../../ui/media-sending.tsx'
import { useAddInformation } from '../use-add-information.ts'
import css from './information-dialog.module.css'

interface Props {
  kind: 'photo' | 'video' | 'voice'
  alertId: string
  /** Megabytes of one file. */
  maxMb: number
  onClose: () => void
}

/** Takes or chooses photos, a video or a recording, and sends them with a caption. */
export function MediaDialog({ kind, alertId, maxMb, onClose }: Props) {
  const text = useText()
  const [files, setFiles] = useState<readonly File[]>([])
  const [caption, setCaption] = useState('')
  const { state, send, cancel } = useAddInformation(alertId, onClose)
  const isSending = state.status === 'sending'
  return (
    <MediaCollect
      kind={kind}
      title={text(`alerts.add.${kind}`)}
      maxMb={maxMb}
      files={files}
      onFiles={setFiles}
      fitting={withoutTooLarge}
      isLocked={isSending}
      onClose={onClose}
    >
      {files.length > 0 && (
        <TextInput
          label={text('media.caption')}
          placeholder={text(kind === 'voice' ? 'media.captionVoiceHint' : 'media.captionHint')}
          maxLength={CAPTION_MAX}
          value={caption}
          disabled={isSending}
          onChange={({ currentTarget }) => setCaption(currentTarget.value)}
        />
      )}
      {state.status === 'failed' && (
        <p className={css.reason} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          {[text('alerts.add.failed'), state.why].filter(Boolean).join(' ')}
        </p>
      )}
      {state.status === 'sending' && <MediaSending percent={state.percent} onCancel={cancel} />}
      {files.length > 0 && !isSending && (
        <Button onClick={() => send({ files, caption })}>
          {text(state.status === 'failed' ? 'media.tryAgain' : 'media.send')}
        </Button>
      )}
    </MediaCollect>
  )
}

import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { CAPTION_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { withoutTooLarge } from '../../../ui/forms/file-limits.ts'
import { MediaPicker } from '../../../shared/media/media-picker.tsx'
import { UploadProgress } from '../../../ui/media/upload-progress.tsx'
import { useAddInformation } from './use-add-information.ts'
import css from './information-dialog.module.css'
import { ResolvedNotice } from '../components/resolved-notice.tsx'

interface Props {
  kind: 'photo' | 'video' | 'voice'
  alertId: string
  /** The alert was resolved while the dialog was open, so nothing can be added any more. */
  isResolved: boolean
  /** Megabytes of one file. */
  maxMb: number
  onClose: () => void
}

/** Takes or chooses photos, a video or a recording, and sends them with a caption. */
export function MediaDialog({ kind, alertId, isResolved, maxMb, onClose }: Props) {
  const text = useText()
  const [files, setFiles] = useState<readonly File[]>([])
  const [caption, setCaption] = useState('')
  const { state, send, cancel } = useAddInformation(alertId, onClose)
  const isSending = state.status === 'sending'
  return (
    <MediaPicker
      kind={kind}
      title={text(`alerts.add.${kind}`)}
      maxMb={maxMb}
      files={files}
      onFiles={setFiles}
      filterFiles={withoutTooLarge}
      isLocked={isSending}
      hasUnsaved={files.length > 0 || caption !== ''}
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
      <ResolvedNotice isResolved={isResolved} />
      {state.status === 'failed' && !isResolved && (
        <p className={css.reason} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          {[text('alerts.add.failed'), state.reason].filter(Boolean).join(' ')}
        </p>
      )}
      {state.status === 'sending' && <UploadProgress percent={state.percent} onCancel={cancel} />}
      {files.length > 0 && !isSending && (
        <Button data-toast-clear disabled={isResolved} onClick={() => send({ files, caption })}>
          {text(state.status === 'failed' ? 'media.tryAgain' : 'media.send')}
        </Button>
      )}
    </MediaPicker>
  )
}

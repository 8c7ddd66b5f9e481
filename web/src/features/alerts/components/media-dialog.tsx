import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCamera, IconFolderOpen, IconMicrophone, IconVideo } from '@tabler/icons-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { CAPTION_MAX, FILES_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { captureObstacle, type CaptureProblem } from '../../../platform/media-capture.ts'
import { CameraDialog } from '../../../ui/camera-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MediaChosen, withoutTooLarge } from '../../../ui/media-chosen.tsx'
import { MediaRecorderDialog } from '../../../ui/media-recorder-dialog.tsx'
import { MediaSending } from '../../../ui/media-sending.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { useAddInformation } from '../use-add-information.ts'
import css from './information-dialog.module.css'

interface Props {
  kind: 'photo' | 'video' | 'voice'
  alertId: string
  /** Megabytes of one file. */
  maxMb: number
  onClose: () => void
}

const kinds = {
  photo: { icon: IconCamera, capture: 'media.takePicture', accept: 'image/*' },
  video: { icon: IconVideo, capture: 'media.recordVideo', accept: 'video/*,.mkv' },
  voice: { icon: IconMicrophone, capture: 'media.recordVoice', accept: 'audio/*' },
} as const

/** Why nothing can be taken here. What was denied or busy may be given at the next try. */
const reasons = {
  insecure: 'media.insecure',
  missing: 'media.noDevice',
  denied: 'media.deniedNote',
  failed: 'media.fetchFailed',
} as const

/** Takes or chooses photos, a video or a recording, and sends them with a caption. */
export function MediaDialog({ kind, alertId, maxMb, onClose }: Props) {
  const text = useText()
  const { icon: Icon, capture: captureLabel, accept } = kinds[kind]
  const [files, setFiles] = useState<readonly File[]>([])
  const [caption, setCaption] = useState('')
  const [problem, setProblem] = useState<CaptureProblem | null>(captureObstacle)
  const [isCapturing, setCapturing] = useState(problem === null)
  const chooser = useRef<HTMLInputElement>(null)
  const { state, send, cancel } = useAddInformation(alertId, onClose)
  const isSending = state.status === 'sending'

  const add = (more: readonly File[]) => {
    const fitting = [...files, ...withoutTooLarge(more, maxMb)]
    if (fitting.length > FILES_MAX) toastWarning('media.tooMany', { max: FILES_MAX })
    setFiles(fitting.slice(0, FILES_MAX))
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    add([...(target.files ?? [])])
    target.value = '' // the same file can be chosen again
  }
  const capture = () => {
    setProblem(null)
    setCapturing(true)
  }
  const captured = (file: File) => {
    setCapturing(false)
    add([file])
  }
  const captureClosed = (why?: CaptureProblem) => {
    setCapturing(false)
    if (why) setProblem(why)
  }

  return (
    <>
      <Dialog isOpen={!isCapturing} onClose={() => isSending || onClose()} title={text(`alerts.add.${kind}`)}>
        <div className={css.content}>
          {files.length > 0 && (
            <MediaChosen
              files={files}
              isLocked={isSending}
              onRemove={(gone) => setFiles(files.filter((file) => file !== gone))}
            />
          )}
          {problem && (
            <p className={css.reason}>
              <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
              {text(reasons[problem])}
            </p>
          )}
          {!isSending && (
            <div className={css.sources}>
              {(problem === null || problem === 'denied' || problem === 'failed') && (
                <Button
                  variant={files.length > 0 ? 'default' : 'filled'}
                  leftSection={<Icon size={20} stroke={2} aria-hidden="true" />}
                  onClick={capture}
                >
                  {text(captureLabel)}
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<IconFolderOpen size={20} stroke={2} aria-hidden="true" />}
                onClick={() => chooser.current?.click()}
              >
                {text('media.chooseFiles')}
              </Button>
              <input
                ref={chooser}
                type="file"
                hidden
                multiple
                accept={accept}
                aria-label={text('media.chooseFiles')}
                onChange={choose}
              />
            </div>
          )}
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
        </div>
      </Dialog>
      {isCapturing && kind === 'photo' && <CameraDialog onPicture={captured} onClose={captureClosed} />}
      {isCapturing && kind !== 'photo' && (
        <MediaRecorderDialog
          kind={kind === 'voice' ? 'audio' : 'video'}
          maxMb={maxMb}
          onRecorded={captured}
          onClose={captureClosed}
        />
      )}
    </>
  )
}

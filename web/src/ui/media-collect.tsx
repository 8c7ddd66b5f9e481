import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCamera, IconFile, IconFolderOpen, IconMicrophone, IconVideo } from '@tabler/icons-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { FILES_MAX } from '@noroshi/contract/limits'
import { useText } from '../platform/i18n.ts'
import { captureObstacle, type CaptureProblem } from '../platform/media-capture.ts'
import { CameraDialog } from './camera-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { MediaChosen } from './media-chosen.tsx'
import css from './media-collect.module.css'
import { MediaRecorderDialog } from './media-recorder-dialog.tsx'
import { toastWarning } from './toast.tsx'

export type MediaKind = 'photo' | 'video' | 'voice' | 'file'

interface Props {
  kind: MediaKind
  title: string
  /** Megabytes of one file. */
  maxMb: number
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
  /** Drops what is too large, and says so. */
  fitting: (files: readonly File[], maxMb: number) => File[]
  /** What was chosen is on its way: nothing can be added or taken away. */
  isLocked?: boolean
  onClose: () => void
  /** What is written beside the files, and what sends them. */
  children: ReactNode
}

const kinds = {
  photo: { icon: IconCamera, capture: 'media.takePicture', accept: 'image/*' },
  video: { icon: IconVideo, capture: 'media.recordVideo', accept: 'video/*,.mkv' },
  voice: { icon: IconMicrophone, capture: 'media.recordVoice', accept: 'audio/*' },
  file: { icon: IconFile, capture: null, accept: undefined },
} as const

/** Why nothing can be taken here. What was denied or busy may be given at the next try. */
const reasons = {
  insecure: 'media.insecure',
  missing: 'media.noDevice',
  denied: 'media.deniedNote',
  failed: 'media.fetchFailed',
} as const

/** Takes or chooses photos, a video, a recording or any files. */
export function MediaCollect({ kind, title, maxMb, files, onFiles, fitting, isLocked = false, onClose, children }: Props) {
  const text = useText()
  const { icon: Icon, capture: captureLabel, accept } = kinds[kind]
  const [problem, setProblem] = useState<CaptureProblem | null>(captureLabel && captureObstacle)
  const [isCapturing, setCapturing] = useState(captureLabel !== null && problem === null && files.length === 0)
  const chooser = useRef<HTMLInputElement>(null)

  const add = (more: readonly File[]) => {
    const all = [...files, ...fitting(more, maxMb)]
    if (all.length > FILES_MAX) toastWarning('media.tooMany', { max: FILES_MAX })
    onFiles(all.slice(0, FILES_MAX))
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
  const mayCapture = problem === null || problem === 'denied' || problem === 'failed'

  return (
    <>
      <Dialog isOpen={!isCapturing} onClose={() => isLocked || onClose()} title={title}>
        <div className={css.content}>
          {files.length > 0 && (
            <MediaChosen files={files} isLocked={isLocked} onRemove={(gone) => onFiles(files.filter((file) => file !== gone))} />
          )}
          {problem && (
            <p className={css.reason}>
              <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
              {text(reasons[problem])}
            </p>
          )}
          {!isLocked && (
            <div className={css.sources}>
              {captureLabel && mayCapture && (
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
          {children}
        </div>
      </Dialog>
      {isCapturing && kind === 'photo' && <CameraDialog onPicture={captured} onClose={captureClosed} />}
      {isCapturing && (kind === 'video' || kind === 'voice') && (
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

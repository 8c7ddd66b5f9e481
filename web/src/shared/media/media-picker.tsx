import { Button, Loader } from '@mantine/core'
import { IconCamera, IconFile, IconFolderOpen, IconMicrophone, IconVideo } from '@tabler/icons-react'
import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FILES_MAX } from '@noroshi/contract/limits'
import { useText } from '../../platform/language/i18n.ts'
import { withReadablePictures } from '../../platform/device/readable-pictures.ts'
import { captureObstacle, type CaptureProblem } from '../../platform/device/media-capture.ts'
import { CameraDialog } from '../../ui/media/camera-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { withoutTooMany } from '../../ui/forms/file-limits.ts'
import { Notice } from '../../ui/states/notice.tsx'
import { ReadyLink } from '../devices/ready-link.tsx'
import { SelectedMedia } from '../../ui/media/selected-media.tsx'
import css from './media-picker.module.css'
import { MediaRecorderDialog } from '../../ui/media/media-recorder-dialog.tsx'

export type MediaKind = 'photo' | 'video' | 'voice' | 'file'

interface Props {
  kind: MediaKind
  title: string
  /** Max megabytes of one file. */
  maxMb: number
  files: readonly File[]
  /** Number of files that are sent together with these, such as the existing files of a post. */
  otherCount?: number
  onFiles: (files: readonly File[]) => void
  /** Returns the files within the limit and reports the others. */
  filterFiles: (files: readonly File[], maxMb: number) => File[]
  /** The files are being sent: the list cannot be changed. */
  isLocked?: boolean
  /** Label while files are dragged over the dialog. With it, files of any kind can be dropped and pasted. */
  dropLabel?: string
  /** Closing would discard the files or their text. */
  hasUnsaved: boolean
  onClose: () => void
  /** Fields for the text beside the files, and the send button. */
  children: ReactNode
}

const kinds = {
  photo: { icon: IconCamera, capture: 'media.takePicture', accept: 'image/*' },
  video: { icon: IconVideo, capture: 'media.recordVideo', accept: 'video/*,.mkv' },
  voice: { icon: IconMicrophone, capture: 'media.recordVoice', accept: 'audio/*' },
  file: { icon: IconFile, capture: null, accept: undefined },
} as const

/**
 * The reason for which a camera or microphone is unavailable. `denied` and `failed` may succeed at the next attempt.
 */
const reasons = {
  insecure: 'media.insecure',
  missing: 'media.noDevice',
  denied: 'media.deniedNote',
  busy: 'media.busy',
  noSound: 'media.fetchFailed',
  failed: 'media.fetchFailed',
} as const

/** A dialog that records or selects photos, a video, a recording or any files. */
export function MediaPicker({ kind, title, maxMb, files, otherCount = 0, onFiles, filterFiles, ...props }: Props) {
  const { hasUnsaved, onClose, dropLabel, children } = props
  const text = useText()
  const { icon: Icon, capture: captureLabel, accept } = kinds[kind]
  const [problem, setProblem] = useState<CaptureProblem | null>(captureLabel && captureObstacle)
  const max = Math.max(0, FILES_MAX - otherCount)
  const isFull = files.length >= max
  const [isCapturing, setCapturing] = useState(captureLabel !== null && problem === null && files.length === 0 && !isFull)
  const fileInput = useRef<HTMLInputElement>(null)
  /** While pictures are converted nothing else is added, and nothing is sent without them. */
  const [isConverting, setConverting] = useState(false)
  const isLocked = props.isLocked === true || isConverting

  const add = (more: readonly File[]) => {
    setConverting(false)
    onFiles(withoutTooMany([...files, ...filterFiles(more, maxMb)], max))
  }
  const addReadable = (more: readonly File[]) => withReadablePictures(more, add, () => setConverting(true))
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    addReadable([...(target.files ?? [])])
    target.value = '' // so that the same file can be chosen again
  }
  const capture = () => {
    setProblem(null)
    setCapturing(true)
  }
  const onCaptured = (file: File) => {
    setCapturing(false)
    add([file])
  }
  const onCaptureClosed = (reason?: CaptureProblem) => {
    setCapturing(false)
    if (reason) setProblem(reason)
  }
  const mayCapture = problem === null || problem === 'denied' || problem === 'busy' || problem === 'failed'

  return (
    <>
      <Dialog
        isOpen={!isCapturing}
        onClose={onClose}
        title={title}
        hasUnsaved={hasUnsaved || isConverting}
        isLocked={props.isLocked === true}
      >
        {dropLabel !== undefined && <MoreFiles label={dropLabel} isReady={!isLocked} onFiles={addReadable} />}
        <div className={css.content}>
          {files.length > 0 && (
            <SelectedMedia
              files={files}
              isLocked={isLocked}
              onReorder={onFiles}
              onRemove={(removed) => onFiles(files.filter((file) => file !== removed))}
            />
          )}
          {isFull && !isLocked && <Notice role="status">{text('media.full', { max: FILES_MAX })}</Notice>}
          {problem && (
            <div>
              <Notice>{text(reasons[problem])}</Notice>
              <ReadyLink />
            </div>
          )}
          {!isLocked && !isFull && (
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
                onClick={() => fileInput.current?.click()}
              >
                {text('media.chooseFiles')}
              </Button>
              <input
                ref={fileInput}
                type="file"
                hidden
                multiple
                accept={accept}
                aria-label={text('media.chooseFiles')}
                onChange={choose}
              />
            </div>
          )}
          {isConverting && (
            <Notice role="status" icon={<Loader size={20} aria-hidden="true" />}>
              {text('media.converting')}
            </Notice>
          )}
          <div className={css.rest} inert={isConverting}>
            {children}
          </div>
        </div>
      </Dialog>
      {isCapturing && kind === 'photo' && <CameraDialog onPicture={onCaptured} onClose={onCaptureClosed} />}
      {isCapturing && (kind === 'video' || kind === 'voice') && (
        <MediaRecorderDialog
          kind={kind === 'voice' ? 'audio' : 'video'}
          maxMb={maxMb}
          onRecorded={onCaptured}
          onClose={onCaptureClosed}
        />
      )}
    </>
  )
}

interface MoreFilesProps {
  label: string
  isReady: boolean
  onFiles: (files: File[]) => void
}

/** Adds files that are dropped or pasted while the dialog is open. */
function MoreFiles({ label, isReady, onFiles }: MoreFilesProps) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    if (isReady) onFiles(files)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  return <FileDrop label={label} isReady={isReady} onFiles={onFiles} />
}

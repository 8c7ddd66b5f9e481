import { ActionIcon, Button, Loader, SegmentedControl } from '@mantine/core'
import { IconCameraRotate, IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { useText } from '../../platform/language/i18n.ts'
import {
  type CaptureProblem,
  type Facing,
  recorderType,
  recordingFile,
  VIDEO_PRESETS,
  type VideoQuality,
} from '../../platform/device/media-capture.ts'
import { useObservable } from '../../platform/observable.ts'
import { type RecordedStream, StreamRecorder } from '../../platform/device/stream-recorder.ts'
import { Dialog, DiscardButton } from '../dialogs/dialog.tsx'
import css from './media-recorder-dialog.module.css'
import { CameraView } from './camera-view.tsx'
import { Elapsed } from './elapsed.tsx'
import { MediaPlayer } from './media-player.tsx'
import { useMediaStream, useObjectUrl, showCaptureWarning } from './media-stream.ts'
import { toastWarning } from '../states/toast.tsx'

interface MediaRecorderDialogProps {
  kind: 'audio' | 'video'
  /** Max megabytes. The recording stops at the limit. */
  maxMb: number
  onRecorded: (recording: File) => void
  onClose: (problem?: CaptureProblem) => void
}

/** Records audio or video. The user then reviews it and uses or discards it. Closing stops the devices. */
export function MediaRecorderDialog({ kind, maxMb, onRecorded, onClose }: MediaRecorderDialogProps) {
  const text = useText()
  const [recorder] = useState(() => new StreamRecorder(maxMb * BYTES_PER_MB))
  const { stage, recording, wasCut, hasFailed } = useObservable(recorder.view)
  const isRecording = stage === 'recording'
  const [wasDiscarded, setDiscarded] = useState(false)
  useEffect(() => () => recorder.close(), [recorder])
  useEffect(() => {
    if (hasFailed) toastWarning('media.fetchFailed')
  }, [hasFailed])
  return (
    <Dialog
      isOpen
      onClose={() => onClose()}
      title={text(kind === 'video' ? 'media.recordVideo' : 'media.recordVoice')}
      hasUnsaved={isRecording || recording !== null}
    >
      {recording ? (
        <>
          <Preview kind={kind} recording={recording} />
          {wasCut && <p role="status">{text('media.reachedLimit', { max: maxMb })}</p>}
          <div className={css.pair}>
            <DiscardButton
              onDiscard={() => {
                setDiscarded(true)
                recorder.discard()
              }}
            />
            <Button data-autofocus onClick={() => onRecorded(recordingFile(kind, recording))}>
              {text('media.useRecording')}
            </Button>
          </div>
        </>
      ) : (
        <Recorder
          kind={kind}
          isRecording={isRecording}
          takesFocus={wasDiscarded}
          onStart={(recorded) => recorder.start(recorded)}
          onStop={() => recorder.stop()}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function Preview({ kind, recording }: { kind: 'audio' | 'video'; recording: Blob }) {
  const text = useText()
  const url = useObjectUrl(recording)
  const label = text(kind === 'video' ? 'media.recordVideo' : 'media.recordVoice')
  if (!url) return null
  if (kind === 'audio') return <MediaPlayer kind="audio" className={css.audio} src={url} name={label} isLocal />
  return (
    <div className={css.frame}>
      <MediaPlayer kind="video" src={url} name={label} isLocal />
    </div>
  )
}

interface RecorderProps {
  kind: 'audio' | 'video'
  isRecording: boolean
  /** The button that had the focus is gone, so the button that records takes it. */
  takesFocus: boolean
  onStart: (recorded: RecordedStream) => void
  onStop: () => void
  onClose: (problem?: CaptureProblem) => void
}

function Recorder({ kind, isRecording, takesFocus, onStart, onStop, onClose }: RecorderProps) {
  const text = useText()
  const [facing, setFacing] = useState<Facing>('environment')
  const [quality, setQuality] = useState<VideoQuality>('medium')
  const isVideo = kind === 'video'
  const stream = useMediaStream({ audio: true, video: isVideo ? { facing, quality } : null }, (problem) => {
    showCaptureWarning(problem, isVideo ? 'media.grantBoth' : 'media.grantMicrophone')
    onClose(problem)
  })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (stream && takesFocus && document.activeElement === document.body) button.current?.focus()
  }, [stream, takesFocus])
  const start = () => {
    const mimeType = recorderType(kind)
    if (mimeType === null) toastWarning('media.unsupported')
    else if (stream) onStart({ stream, mimeType, ...(isVideo && { videoBitsPerSecond: VIDEO_PRESETS[quality].bitsPerSecond }) })
  }
  return (
    <>
      <div className={isVideo ? css.frame : css.voice}>
        {!stream && (
          <p role="status">
            <Loader size={24} color="ai" aria-hidden />
            {text(isVideo ? 'media.cameraStarting' : 'media.microphoneStarting')}
          </p>
        )}
        {stream && isVideo && (
          <CameraView
            stream={stream}
            isMirrored={facing === 'user'}
            label={text(facing === 'user' ? 'media.frontCamera' : 'media.rearCamera')}
          />
        )}
        {stream && !isVideo && <IconMicrophone size={56} stroke={1.5} aria-hidden="true" data-on={isRecording || undefined} />}
        {isRecording && <Elapsed className={css.elapsed} label={text(isVideo ? 'media.recording' : 'media.recordingSound')} />}
      </div>
      <div className={css.buttons} data-toast-clear>
        {isVideo && (
          <SegmentedControl
            aria-label={text('media.quality')}
            disabled={isRecording}
            value={quality}
            onChange={(next) => setQuality(next)}
            data={(['low', 'medium', 'high'] as const).map((value) => ({ value, label: text(`media.quality.${value}`) }))}
          />
        )}
        <button
          ref={button}
          type="button"
          className={css.record}
          data-recording={isRecording || undefined}
          disabled={!stream}
          onClick={isRecording ? onStop : start}
        >
          {isRecording ? <IconPlayerStopFilled size={24} aria-hidden="true" /> : <span className={css.dot} aria-hidden="true" />}
          {text(isRecording ? 'media.stop' : isVideo ? 'media.record' : 'media.recordSound')}
        </button>
        {isVideo && !isRecording && (
          <ActionIcon
            variant="default"
            size={52}
            aria-label={text('media.switchCamera')}
            onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}
          >
            <IconCameraRotate size={26} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </>
  )
}

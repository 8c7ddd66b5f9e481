import { Button, Progress } from '@mantine/core'
import { IconCamera, IconMicrophone } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type MessageKey, useText } from '../../../platform/language/i18n.ts'
import type { CaptureProblem, CaptureRequest } from '../../../platform/device/media-capture.ts'
import { useMicrophoneLevel } from '../../../platform/device/microphone-level.ts'
import { CameraView } from '../../../ui/media/camera-view.tsx'
import { useMediaStream } from '../../../ui/media/media-stream.ts'
import { ReadinessCheck, type ReadinessState } from './readiness-check.tsx'
import css from './readiness.module.css'

const CAMERA: CaptureRequest = { audio: false, video: { facing: 'user', quality: 'low' } }
const MICROPHONE: CaptureRequest = { audio: true, video: null }

/** The advice for each problem. */
const problemNotes = {
  insecure: 'ready.secureFirst',
  missing: 'ready.missing',
  denied: 'ready.denied',
  busy: 'media.busy',
  noSound: 'ready.failed', // the checks process no sound
  failed: 'ready.failed',
} as const satisfies Record<CaptureProblem, MessageKey>

export function CameraCheck() {
  const text = useText()
  return (
    <CaptureCheck icon={IconCamera} title={text('ready.camera')} note={text('ready.cameraNote')} request={CAMERA}>
      {(stream) => (
        <div className={css.picture}>
          <CameraView stream={stream} isMirrored label={text('ready.cameraPicture')} />
        </div>
      )}
    </CaptureCheck>
  )
}

export function MicrophoneCheck() {
  const text = useText()
  return (
    <CaptureCheck icon={IconMicrophone} title={text('ready.microphone')} note={text('ready.microphoneNote')} request={MICROPHONE}>
      {(stream) => <LevelMeter stream={stream} />}
    </CaptureCheck>
  )
}

interface CaptureCheckProps {
  icon: typeof IconCamera
  title: string
  note: string
  request: CaptureRequest
  /** Shows the open device. */
  children: (stream: MediaStream) => ReactNode
}

/** Opens the device when the user asks, shows what it delivers, and closes it again. */
function CaptureCheck({ icon, title, note, request, children }: CaptureCheckProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const [result, setResult] = useState<CaptureProblem | 'ok' | null>(window.isSecureContext ? null : 'insecure')
  const end = (problem: CaptureProblem | 'ok') => {
    setResult(problem)
    setOpen(false)
  }
  const isProblem = result !== null && result !== 'ok'
  const closedState: ReadinessState = isProblem ? 'problem' : (result ?? 'unchecked')
  if (isOpen) return <OpenCapture {...{ icon, title, note, request, onEnd: end }}>{children}</OpenCapture>
  return (
    <ReadinessCheck
      icon={icon}
      title={title}
      state={closedState}
      note={isProblem ? text(problemNotes[result]) : note}
      action={
        result !== 'insecure' && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {text(result === null ? 'ready.check' : 'ready.checkAgain')}
          </Button>
        )
      }
    />
  )
}

interface OpenCaptureProps extends CaptureCheckProps {
  onEnd: (result: CaptureProblem | 'ok') => void
}

function OpenCapture({ icon, title, note, request, children, onEnd }: OpenCaptureProps) {
  const text = useText()
  const stream = useMediaStream(request, onEnd)
  return (
    <ReadinessCheck
      icon={icon}
      title={title}
      state={stream ? 'ok' : 'checking'}
      note={note}
      action={
        stream && (
          <Button variant="default" onClick={() => onEnd('ok')}>
            {text('ready.stop')}
          </Button>
        )
      }
    >
      {stream && children(stream)}
    </ReadinessCheck>
  )
}

function LevelMeter({ stream }: { stream: MediaStream }) {
  const text = useText()
  const level = useMicrophoneLevel(stream)
  return (
    <>
      <p>{text('ready.microphoneSpeak')}</p>
      <Progress
        className={css.level ?? ''}
        size="lg"
        value={Math.round(level * 100)}
        transitionDuration={0}
        aria-label={text('ready.microphoneLevel')}
      />
    </>
  )
}

import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconCameraRotate } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type CaptureProblem, type Facing, grabPicture } from '../platform/media-capture.ts'
import { useText } from '../platform/i18n.ts'
import css from './camera-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { MediaScreen } from './media-screen.tsx'
import { useMediaStream, useObjectUrl, warnOfProblem } from './media-stream.ts'

interface CameraDialogProps {
  onPicture: (picture: File) => void
  /** Closed without a picture; `problem` where there was no camera. */
  onClose: (problem?: CaptureProblem) => void
}

/** 'Take a picture': the rear camera first. Closing it lets go of the camera. */
export function CameraDialog({ onPicture, onClose }: CameraDialogProps) {
  const text = useText()
  const [picture, setPicture] = useState<File | null>(null)
  const url = useObjectUrl(picture)
  return (
    <Dialog isOpen onClose={() => onClose()} title={text('media.takePicture')}>
      {picture ? (
        <>
          <div className={css.frame}>{url && <img src={url} alt={text('media.takePicture')} />}</div>
          <div className={css.pair}>
            <Button variant="default" onClick={() => setPicture(null)}>
              {text('media.again')}
            </Button>
            <Button data-autofocus onClick={() => onPicture(picture)}>
              {text('media.usePicture')}
            </Button>
          </div>
        </>
      ) : (
        <Finder onPicture={setPicture} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Finder({ onPicture, onClose }: CameraDialogProps) {
  const text = useText()
  const [facing, setFacing] = useState<Facing>('environment')
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState<MediaStream | null>(null)
  const fail = (problem: CaptureProblem) => {
    warnOfProblem(problem, 'media.grantCamera')
    onClose(problem)
  }
  const stream = useMediaStream({ audio: false, video: { facing, quality: 'high' } }, fail)
  const capture = async () => {
    if (!video.current) return
    try {
      onPicture(await grabPicture(video.current))
    } catch {
      fail('failed')
    }
  }
  const isFront = facing === 'user'
  return (
    <>
      <div className={css.frame}>
        {stream ? (
          <MediaScreen
            stream={stream}
            isMirrored={isFront}
            label={text(isFront ? 'media.frontCamera' : 'media.rearCamera')}
            onReady={() => setReady(stream)}
            videoRef={video}
          />
        ) : (
          <p role="status">
            <Loader size={24} color="ai" aria-hidden />
            {text('media.cameraStarting')}
          </p>
        )}
      </div>
      <div className={css.keys}>
        <button
          type="button"
          className={css.shutter}
          disabled={!stream || ready !== stream}
          aria-label={text('media.capture')}
          onClick={() => void capture()}
        />
        <ActionIcon
          className={css.switch}
          size={52}
          variant="default"
          aria-label={text('media.switchCamera')}
          onClick={() => setFacing(isFront ? 'environment' : 'user')}
        >
          <IconCameraRotate size={26} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
    </>
  )
}

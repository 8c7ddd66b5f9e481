import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconCameraRotate } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type CaptureProblem, type Facing, capturePicture } from '../../platform/device/media-capture.ts'
import { useText } from '../../platform/language/i18n.ts'
import css from './camera-dialog.module.css'
import { Dialog } from '../dialogs/dialog.tsx'
import { CameraView } from './camera-view.tsx'
import { useMediaStream, useObjectUrl, showCaptureWarning } from './media-stream.ts'

interface CameraDialogProps {
  onPicture: (picture: File) => void
  /** The dialog was closed without a picture. `problem`: why no camera was available. */
  onClose: (problem?: CaptureProblem) => void
}

/** The dialog of 'Take a picture'. It starts with the rear camera and stops the camera when it closes. */
export function CameraDialog({ onPicture, onClose }: CameraDialogProps) {
  const text = useText()
  const [picture, setPicture] = useState<File | null>(null)
  const url = useObjectUrl(picture)
  return (
    <Dialog isOpen onClose={() => onClose()} title={text('media.takePicture')} hasUnsaved={picture !== null}>
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
        <Viewfinder onPicture={setPicture} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Viewfinder({ onPicture, onClose }: CameraDialogProps) {
  const text = useText()
  const [facing, setFacing] = useState<Facing>('environment')
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState<MediaStream | null>(null)
  const fail = (problem: CaptureProblem) => {
    showCaptureWarning(problem, 'media.grantCamera')
    onClose(problem)
  }
  const stream = useMediaStream({ audio: false, video: { facing, quality: 'high' } }, fail)
  const capture = async () => {
    if (!video.current) return
    try {
      onPicture(await capturePicture(video.current))
    } catch {
      fail('failed')
    }
  }
  const isFront = facing === 'user'
  return (
    <>
      <div className={css.frame}>
        {stream ? (
          <CameraView
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
      <div className={css.buttons} data-toast-clear>
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

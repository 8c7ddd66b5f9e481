import { useCallback } from 'react'
import css from './camera-view.module.css'

/** The live picture of the camera. The front camera is mirrored. */
export function CameraView({ stream, isMirrored, label, onReady, videoRef }: MediaScreenProps) {
  const show = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video) video.srcObject = stream
      if (videoRef) videoRef.current = video
    },
    [stream, videoRef],
  )
  return (
    <video
      ref={show}
      className={css.screen}
      data-mirrored={isMirrored || undefined}
      autoPlay
      onLoadedData={onReady}
      muted
      playsInline
      aria-label={label}
    />
  )
}

interface MediaScreenProps {
  stream: MediaStream
  isMirrored: boolean
  label: string
  /** The first frame is visible. */
  onReady?: (() => void) | undefined
  videoRef?: { current: HTMLVideoElement | null } | undefined
}

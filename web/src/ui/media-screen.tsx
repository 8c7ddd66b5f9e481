import { useCallback } from 'react'
import css from './media-screen.module.css'

/** What the camera sees now. The front camera is mirrored, as people know themselves. */
export function MediaScreen({ stream, isMirrored, label, onReady, videoRef }: MediaScreenProps) {
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
  /** The first picture is there. */
  onReady?: (() => void) | undefined
  videoRef?: { current: HTMLVideoElement | null } | undefined
}

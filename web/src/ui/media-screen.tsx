import { useCallback } from 'react'
import css from './media-screen.module.css'

/** What the camera sees now. The front camera is mirrored, as people know themselves. */
export function MediaScreen({ stream, isMirrored, label, videoRef }: MediaScreenProps) {
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
  videoRef?: { current: HTMLVideoElement | null } | undefined
}

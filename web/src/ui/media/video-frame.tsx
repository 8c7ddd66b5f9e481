import { useState } from 'react'

/** A frame of a video as a still picture. Nothing is drawn if this browser cannot play the video. */
export function VideoFrame({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  // Phones draw no frame without a start time in the address.
  const frame = `${src}#t=0.1`
  return (
    <video src={frame} preload="metadata" muted playsInline tabIndex={-1} aria-hidden="true" onError={() => setBroken(true)} />
  )
}

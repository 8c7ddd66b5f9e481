import { useEffect, useState } from 'react'
import { canEncodeVoice } from '../../platform/audio/opus.ts'
import { hasVoiceFrames } from '../../platform/audio/voice-frames.ts'
import { captureObstacle } from '../../platform/media-capture.ts'

/** Why this page cannot talk. `insecure`: the page uses plain http. `browser`: the browser cannot encode live voice. */
export type TalkObstacle = 'insecure' | 'browser'

/** Returns why this page cannot talk; null if it can, or if that is not known yet. */
export function useTalkObstacle(): TalkObstacle | null {
  const [obstacle, setObstacle] = useState<TalkObstacle | null>(() => {
    if (captureObstacle() === 'insecure') return 'insecure'
    return hasVoiceFrames() ? null : 'browser'
  })
  useEffect(() => {
    let isUnmounted = false
    const check = async () => {
      const canEncode = await canEncodeVoice()
      if (!isUnmounted && !canEncode) setObstacle((known) => known ?? 'browser')
    }
    void check()
    return () => {
      isUnmounted = true
    }
  }, [])
  return obstacle
}

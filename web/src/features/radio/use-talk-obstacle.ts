import { useEffect, useState } from 'react'
import { canEncodeVoice } from '../../platform/audio/opus.ts'
import { hasVoiceFrames } from '../../platform/audio/voice-frames.ts'
import { canPostTalk } from './media/posted-talk.ts'
import { captureObstacle } from '../../platform/device/media-capture.ts'

/**
 * The reason for which this page cannot talk live. `insecure`: the page uses plain http. `browser`: the browser cannot
 * record voice. `recording`: the browser cannot encode live voice. It records, and the others get the recording.
 */
export type TalkObstacle = 'insecure' | 'browser' | 'recording'

const fallback = (): TalkObstacle => (canPostTalk() ? 'recording' : 'browser')

/** Returns why this page cannot talk live; null if it can, or if that is not known yet. */
export function useTalkObstacle(): TalkObstacle | null {
  const [obstacle, setObstacle] = useState<TalkObstacle | null>(() => {
    if (captureObstacle() === 'insecure') return 'insecure'
    return hasVoiceFrames() ? null : fallback()
  })
  useEffect(() => {
    let isUnmounted = false
    const check = async () => {
      const canEncode = await canEncodeVoice()
      if (!isUnmounted && !canEncode) setObstacle((known) => known ?? fallback())
    }
    void check()
    return () => {
      isUnmounted = true
    }
  }, [])
  return obstacle
}

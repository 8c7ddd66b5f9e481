import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { call } from '../http.ts'
import { decodeSpoken } from './spoken-sound.ts'

/** Types of sound to request: older versions of Safari know no WebM. */
const TYPES = ['audio/webm', 'audio/wav'] as const

/**
 * Returns a text as the voices of the server speak it; null without a voice, a connection or WebAudio.
 * @param isAlarm whether the text waits for other alarms only
 */
export async function fetchSpoken(text: string, isAlarm = false): Promise<AudioBuffer | null> {
  for (const mimeType of TYPES) {
    try {
      const { audio } = await call(messageRoutes.speak, { body: { text, mimeType, isAlarm } })
      const buffer = await decodeSpoken(audio)
      if (buffer) return buffer
    } catch {
      return null
    }
  }
  return null
}

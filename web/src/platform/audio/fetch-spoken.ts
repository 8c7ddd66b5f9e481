import { messageRoutes, type SpokenAudio } from '@noroshi/contract/messaging/messaging.http'
import { call } from '../connection/http.ts'
import { decodeSpoken } from './spoken-sound.ts'

/** Types of sound to request: older versions of Safari know no WebM. */
const TYPES = ['audio/webm', 'audio/wav'] as const

/**
 * Fetches a sound in one MIME type after the other and returns the first one that this browser decodes; null without a
 * voice, a connection or WebAudio.
 * @param fetchAudio fetches the sound in a MIME type
 */
export async function decodeFirst(
  fetchAudio: (mimeType: (typeof TYPES)[number]) => Promise<SpokenAudio>,
): Promise<AudioBuffer | null> {
  for (const mimeType of TYPES) {
    try {
      const { audio } = await fetchAudio(mimeType)
      const buffer = await decodeSpoken(audio)
      if (buffer) return buffer
    } catch {
      return null
    }
  }
  return null
}

/**
 * Returns a text spoken by a voice of the server; null without a voice, a connection or WebAudio.
 * @param isAlarm whether the text is an alarm, which waits for other alarms only
 */
export const fetchSpoken = (text: string, isAlarm = false): Promise<AudioBuffer | null> =>
  decodeFirst((mimeType) => call(messageRoutes.speak, { body: { text, mimeType, isAlarm } }))

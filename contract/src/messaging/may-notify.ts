import { isQuiet, type QuietHours } from '../accounts/quiet-hours.ts'
import { isMuted, type ThreadSettings } from './thread-settings.ts'

/** What decides whether a message notifies one of its readers. */
interface Notified {
  /** The settings of the reader for the thread; undefined: the default ones. */
  readonly settings?: Pick<ThreadSettings, 'mutedUntil'> | undefined
  /** The message mentions the reader, which a mute does not silence. */
  readonly isMentioned?: boolean
  /** null and undefined: the reader has none. */
  readonly quietHours: QuietHours | null | undefined
}

/**
 * Whether a message of a thread notifies a reader now: by push, sound, speech or a hint. This is the only place that
 * decides it, for server and web. Alarms, messages in the chat of an alert, calls and radio chats that begin never ask.
 */
export const mayNotify = ({ settings, quietHours, isMentioned = false }: Notified, now: Date): boolean =>
  (isMentioned || !isMuted(settings, now)) && !(quietHours && isQuiet(quietHours, now))

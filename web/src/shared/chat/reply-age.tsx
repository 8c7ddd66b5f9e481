import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { useConnection } from '../../platform/connection/socket.ts'
import { dateTime } from '../../platform/language/time.ts'
import css from './reply-age.module.css'

/**
 * The age of data that no event keeps current, while the server is unreachable. The banner shows when the device was
 * last connected, and this data may be much older.
 * @param at time of the reply of the server, in milliseconds since 1970; 0 or undefined: there is none
 */
export function ReplyAge({ at }: { at: number | undefined }) {
  const text = useText()
  const language = useLanguage()
  const isOffline = useConnection() === 'offline'
  if (!isOffline || !at) return null
  return <p className={css.age}>{text('chrome.asOf', { time: dateTime(new Date(at).toISOString(), language) })}</p>
}

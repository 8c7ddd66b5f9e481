import { useLanguage } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import type { ChatEvent } from '../chat-events.ts'
import css from './chat.module.css'

/** Shows the events of a chat that are no messages, such as missed calls, each in a line. */
export function ChatEvents({ events }: { events: readonly ChatEvent[] }) {
  const language = useLanguage()
  return events.map(({ id, at, text }) => (
    <p key={id} className={css.event}>
      {text} <time dateTime={at}>{dateTime(at, language)}</time>
    </p>
  ))
}

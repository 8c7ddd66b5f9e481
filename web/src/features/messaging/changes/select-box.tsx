import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { announcementOf } from '../thread-texts.ts'
import { useMessageActions } from './message-actions-context.ts'
import css from './selection-bar.module.css'

/** The checkbox of a message while messages are selected. */
export function SelectBox({ message }: { message: Message }) {
  const text = useText()
  const { selected, select } = useMessageActions()
  if (!selected) return null
  return (
    <span className={css.box}>
      <input
        type="checkbox"
        aria-label={announcementOf(message, text)}
        checked={selected.has(message.id)}
        onChange={() => select(message)}
      />
    </span>
  )
}

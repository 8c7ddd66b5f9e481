import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import css from './message-changes.module.css'
import { hideMessage } from './unsent-changes.ts'

/** In the place of a message that the user has hidden. */
export function HiddenMessage({ message }: { message: Message }) {
  const text = useText()
  return (
    <p className={css.hidden}>
      {text('messages.hiddenLatest')}
      <button type="button" onClick={() => hideMessage(message, false)}>
        {text('messages.showAgain')}
      </button>
    </p>
  )
}

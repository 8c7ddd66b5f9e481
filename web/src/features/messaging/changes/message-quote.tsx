import type { Quote } from '@noroshi/contract/messaging/message-parts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useStore } from '../../../platform/store/use-store.ts'
import { messageEntity, messagingEntities, quotedEntity } from '../messaging.entities.ts'
import { summaryOf } from '../thread-texts.ts'
import { useHiddenMessages } from './hidden-messages.ts'
import css from './message-changes.module.css'
import { quoteById, quotedOf } from './quoted.ts'
import { useChangedQuote } from './unsent-changes.ts'

/** In the place of what this device has not stored. */
const UNKNOWN = '…'
const QUOTED_KEYS = `${messageEntity.name} ${quotedEntity.name}`

interface Props {
  quote: Quote
  onOpen: (seq: number) => void
}

/** The message that a reply quotes, in two lines. It leads to the message. */
export function MessageQuote({ quote, onOpen }: Props) {
  const text = useText()
  const quoted = useChangedQuote(useStore(messagingEntities, QUOTED_KEYS, (store) => quotedOf(store, quote)))
  const isHidden = useHiddenMessages().has(quoted.id)
  const isMine = useCurrentUser()?.id === quoted.SenderId
  const name = nameOf(quoted.sender)
  // A quote whose content this device has not stored.
  const isUnknown = quoted.text === '' && quoted.messageMedias.length === 0 && quoted.latitude === null
  const content = isUnknown ? UNKNOWN : summaryOf(quoted, text)
  const note = quoted.isDeleted ? text('messages.deleted') : isHidden ? text('messages.hiddenLatest') : null
  const summary = note ?? content
  return (
    <button
      type="button"
      className={css.quote}
      aria-label={text('messages.quoteOf', { name, text: summary })}
      onClick={() => onOpen(quoted.seq)}
    >
      <b className="one-line" translate={isMine ? undefined : 'no'}>
        {isMine ? text('messages.youAlone') : name}
      </b>
      <span className={css.summary} data-note={note !== null || undefined}>
        {summary}
      </span>
    </button>
  )
}

/** The message that an unsent reply quotes. */
export function UnsentQuote({ id, onOpen }: { id: string; onOpen: Props['onOpen'] }) {
  const quote = useStore(messagingEntities, QUOTED_KEYS, (store) => quoteById(store, id))
  return quote ? <MessageQuote quote={quote} onOpen={onOpen} /> : <p className={css.quote}>{UNKNOWN}</p>
}

import type { Quote } from '@noroshi/contract/messaging/message-parts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useStore } from '../../../platform/store/use-store.ts'
import { messageEntity, messagingEntities, quotedEntity } from '../messaging.entities.ts'
import { summaryOf } from '../thread-texts.ts'
import css from './message-changes.module.css'
import { quotedOf } from './quoted.ts'

const QUOTED_KEYS = `${messageEntity.name} ${quotedEntity.name}`

interface Props {
  quote: Quote
  onOpen: (seq: number) => void
}

/** The message that a reply quotes, in two lines. It leads to the message. */
export function MessageQuote({ quote, onOpen }: Props) {
  const text = useText()
  const quoted = useStore(messagingEntities, QUOTED_KEYS, (store) => quotedOf(store, quote))
  const isMine = useCurrentUser()?.id === quoted.SenderId
  const name = nameOf(quoted.sender)
  // A quote whose content this device has not stored.
  const isUnknown = quoted.text === '' && quoted.messageMedias.length === 0 && quoted.latitude === null
  const summary = quoted.isDeleted ? text('messages.deleted') : isUnknown ? '…' : summaryOf(quoted, text)
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
      <span className={css.summary} data-deleted={quoted.isDeleted || undefined}>
        {summary}
      </span>
    </button>
  )
}

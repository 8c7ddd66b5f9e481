import { Link } from '@tanstack/react-router'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { excerptOf, searchTextOf, type TextPart } from '../search-hit.ts'
import { listTime } from '../thread-texts.ts'
import css from './thread-list.module.css'

/** Text with marked hits. */
export function Highlighted({ parts }: { parts: readonly TextPart[] }) {
  // The index is a stable key: the parts of a text keep their order.
  return parts.map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))
}

interface Props {
  message: Message
  threadName: string
  query: string
  now: Date
}

/** A search result: the name of the chat, the sender if the name does not show it, and the text around the hits. */
export function FoundMessage({ message, threadName, query, now }: Props) {
  const text = useText()
  const language = useLanguage()
  const viewer = useCurrentUser()
  const { sender, SenderId, isGroupMessage, createdAt } = message
  const isMine = SenderId === viewer?.id
  return (
    <Link
      to={paths.thread}
      params={{ messageThreadId: message.MessageThreadId }}
      search={{ at: message.seq }}
      className={css.found}
      preload={false}
    >
      <span>
        <b className="one-line" translate="no">
          {threadName}
        </b>
        <time dateTime={createdAt}>{listTime(createdAt, now, language, text)}</time>
      </span>
      {isMine && <small className="one-line">{text('messages.youAlone')}</small>}
      {!isMine && isGroupMessage && (
        <small className="one-line" translate="no">
          {nameOf(sender)}
        </small>
      )}
      <span className={css.excerpt}>
        <Highlighted parts={excerptOf(searchTextOf(message), query)} />
      </span>
    </Link>
  )
}

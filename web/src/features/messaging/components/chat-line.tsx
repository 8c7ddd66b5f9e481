import { IconPin } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { Quote } from '@noroshi/contract/messaging/message-parts'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { clockTime } from '../../../platform/language/time.ts'
import { type BubbleProps, ChatBubble } from '../../../shared/chat/chat-bubble.tsx'
import { isLatLng } from '../../../ui/map/distance.ts'
import type { ChatEvent } from '../chat-events.ts'
import { deletionText, receiptOf } from '../thread-texts.ts'
import css from './chat.module.css'
import { ChatEvents } from './chat-event-lines.tsx'
import { MessageMedia } from './message-media.tsx'
import { LinkedText } from '../../../shared/chat/linked-text.tsx'
import { useMessageActions } from '../changes/message-actions-context.ts'
import { HiddenMessage } from '../changes/hidden-message.tsx'
import { MessageQuote } from '../changes/message-quote.tsx'
import { SelectBox } from '../changes/select-box.tsx'
import { MessageReactions } from '../changes/message-reactions.tsx'
import { DayHeading } from '../find/day-heading.tsx'
import { PollBox } from '../polls/poll-box.tsx'
import { pendingBubble, type Unsent } from './pending-bubble.tsx'

export interface SentLine {
  readonly message: Message
  /** Heading above the message, if it is the first of a day. */
  readonly day: string | null
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isMine: boolean
  /** null: a visitor. */
  readonly viewerId: string | null
  /** The first message that was unread when the thread was opened. */
  readonly isFirstNew: boolean
  /** The user has hidden it for themselves. */
  readonly isHidden: boolean
  /** The message that a search led to. */
  readonly isTarget: boolean
  readonly watermarks: Watermarks
  /** The events of the chat before the message, such as missed calls. */
  readonly events: readonly ChatEvent[]
  /** The next message of the run; undefined for the last one. */
  readonly next: Message | undefined
}

/** A message that the server has not acknowledged yet. */
export interface UnsentLine {
  readonly unsent: Unsent
  readonly isLast: boolean
}

type Props = SentLine | UnsentLine

/** Memo comparison: the watermarks matter only if they change the receipt. */
function isSame(a: Props, b: Props): boolean {
  if ('unsent' in a || 'unsent' in b) return 'unsent' in a && 'unsent' in b && a.unsent === b.unsent && a.isLast === b.isLast
  return (
    a.message === b.message &&
    a.events.length === b.events.length &&
    a.day === b.day &&
    a.isFirst === b.isFirst &&
    a.isLast === b.isLast &&
    a.isFirstNew === b.isFirstNew &&
    a.isTarget === b.isTarget &&
    a.isHidden === b.isHidden &&
    a.isMine === b.isMine &&
    (!a.isMine || (receiptOf(a.message, a.watermarks) === receiptOf(b.message, b.watermarks) && hasMeta(a) === hasMeta(b)))
  )
}

/** Whether a bubble shows its time and its receipt: the last one of a run, and the last one with another receipt. */
const hasMeta = ({ message, isLast, isMine, watermarks, next }: SentLine): boolean =>
  isLast || next === undefined || (isMine && receiptOf(message, watermarks) !== receiptOf(next, watermarks))

function sentBubble(line: SentLine, text: Text): Omit<BubbleProps, 'isLast'> {
  const { message, isFirst, isMine, watermarks } = line
  const { latitude, longitude, messageMedias, sender } = message
  const location = isLatLng({ latitude, longitude }) ? { latitude: latitude ?? 0, longitude: longitude ?? 0 } : null
  const hasMedia = messageMedias.length > 0 || location !== null
  const receipt = receiptOf(message, watermarks)
  return {
    from: isMine ? null : sender,
    isFirst: isFirst && message.isGroupMessage,
    hasMeta: hasMeta(line),
    time: clockTime(message.createdAt),
    at: message.createdAt,
    receipt: isMine ? { state: receipt, label: text(`messages.${receipt}`) } : undefined,
    media: hasMedia ? (
      <MessageMedia medias={messageMedias} location={location} sender={isMine ? null : nameOf(sender)} />
    ) : undefined,
    quote: message.quote && <QuoteOf quote={message.quote} />,
    mark: marksOf(message, text),
    reactions: message.reactions && message.reactions.length > 0 && <MessageReactions message={message} />,
    isNote: message.deletion !== undefined,
    children: contentOf(line, text),
  }
}

function contentOf({ message, viewerId }: SentLine, text: Text): ReactNode {
  const { deletion, text: body, mentions = [], poll } = message
  const marks = mentions.map(({ userId, start, length }) => ({
    text: body.slice(start, start + length),
    isOwn: userId === null || userId === viewerId,
  }))
  if (!deletion)
    return body === '' ? null : (
      <>
        <LinkedText mentions={marks}>{body}</LinkedText>
        {poll && <PollBox message={message} poll={poll} />}
      </>
    )
  return deletionText(deletion, viewerId, text)
}

function marksOf(message: Message, text: Text): ReactNode {
  if (message.pinnedAt === undefined && !message.isForwarded && message.editedAt === undefined) return null
  return (
    <>
      {message.pinnedAt !== undefined && <IconPin size={14} stroke={2} role="img" aria-label={text('messages.pinnedOne')} />}
      {message.isForwarded && <span>{text('messages.forwarded')}</span>}
      {message.editedAt !== undefined && <EditedMark message={message} />}
    </>
  )
}

function QuoteOf({ quote }: { quote: Quote }) {
  return <MessageQuote quote={quote} onOpen={useMessageActions().openMessage} />
}

function EditedMark({ message }: { message: Message }) {
  const text = useText()
  const { showVersions } = useMessageActions()
  return (
    <button type="button" className={css.edited} onClick={() => showVersions(message)}>
      {text('messages.edited')}
    </button>
  )
}

/** One message of a thread with the headings above it. The element stays the same when the message has been sent. */
export const ChatLine = memo(function ChatLine(props: Props) {
  const text = useText()
  const isUnsent = 'unsent' in props
  const sent = isUnsent ? null : props
  return (
    <div
      data-line={isUnsent ? props.unsent.id : (props.message.clientId ?? props.message.id)}
      data-seq={sent?.message.seq}
      data-sought={sent?.isTarget || undefined}
      tabIndex={sent ? -1 : undefined}
      className={css.line}
    >
      {sent && <SelectBox message={sent.message} />}
      {sent && <ChatEvents events={sent.events} />}
      {sent?.day && <DayHeading message={sent.message} day={sent.day} />}
      {sent?.isFirstNew && <p className={css.new}>{text('messages.new')}</p>}
      {sent?.isHidden ? (
        <HiddenMessage message={sent.message} />
      ) : (
        <ChatBubble {...(isUnsent ? pendingBubble(props.unsent, text) : sentBubble(props, text))} isLast={props.isLast} />
      )}
    </div>
  )
}, isSame)

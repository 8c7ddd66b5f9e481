import { memo } from 'react'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import { type Text, useText } from '../../../platform/i18n.ts'
import { clockTime } from '../../../platform/time.ts'
import { type BubbleProps, ChatBubble, ChatDay } from '../../../ui/chat-bubble.tsx'
import { isPlace } from '../../../ui/map/distance.ts'
import type { PendingMessage } from '../create-pending.ts'
import { receiptOf } from '../thread-words.ts'
import css from './chat.module.css'
import { MessageMedia } from './message-media.tsx'
import { LinkedWords } from '../../../ui/linked-words.tsx'
import { pendingBubble } from './pending-bubble.tsx'

export interface SentLine {
  readonly message: Message
  /** A heading stands over it. */
  readonly day: string | null
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isMine: boolean
  /** The first that was not read when the thread was opened. */
  readonly isFirstNew: boolean
  /** The one that a search led to. */
  readonly isSought: boolean
  readonly watermarks: Watermarks
}

/** What the unit does not have yet. */
export interface UnsentLine {
  readonly unsent: PendingMessage
  readonly isLast: boolean
}

type Props = SentLine | UnsentLine

/** What is drawn of the watermarks is one word, so that a line is drawn anew only where that changes. */
function isSame(a: Props, b: Props): boolean {
  if ('unsent' in a || 'unsent' in b) return 'unsent' in a && 'unsent' in b && a.unsent === b.unsent && a.isLast === b.isLast
  return (
    a.message === b.message &&
    a.day === b.day &&
    a.isFirst === b.isFirst &&
    a.isLast === b.isLast &&
    a.isFirstNew === b.isFirstNew &&
    a.isSought === b.isSought &&
    a.isMine === b.isMine &&
    (!a.isMine || receiptOf(a.message, a.watermarks) === receiptOf(b.message, b.watermarks))
  )
}

function sentBubble({ message, isFirst, isMine, watermarks }: SentLine, text: Text): Omit<BubbleProps, 'isLast'> {
  const { latitude, longitude, messageMedias, sender } = message
  const place = isPlace({ latitude, longitude }) ? { latitude: latitude ?? 0, longitude: longitude ?? 0 } : null
  const hasMedia = messageMedias.length > 0 || place !== null
  const receipt = receiptOf(message, watermarks)
  return {
    from: isMine ? null : sender,
    isFirst: isFirst && message.isGroupMessage,
    time: clockTime(message.createdAt),
    at: message.createdAt,
    receipt: isMine ? { state: receipt, label: text(`messages.${receipt}`) } : undefined,
    media: hasMedia ? <MessageMedia medias={messageMedias} place={place} sender={isMine ? null : sender.fullName} /> : undefined,
    children: message.text === '' ? null : <LinkedWords>{message.text}</LinkedWords>,
  }
}

/** One message of a thread with what stands over it. It stays the same element when it has been sent. */
export const ChatLine = memo(function ChatLine(props: Props) {
  const text = useText()
  const isUnsent = 'unsent' in props
  const sent = isUnsent ? null : props
  return (
    <div
      data-line={isUnsent ? props.unsent.clientId : (props.message.clientId ?? props.message.id)}
      data-seq={sent?.message.seq}
      data-sought={sent?.isSought || undefined}
      className={css.line}
    >
      {sent?.day && <ChatDay>{sent.day}</ChatDay>}
      {sent?.isFirstNew && <p className={css.new}>{text('messages.new')}</p>}
      <ChatBubble {...(isUnsent ? pendingBubble(props.unsent, text) : sentBubble(props, text))} isLast={props.isLast} />
    </div>
  )
}, isSame)

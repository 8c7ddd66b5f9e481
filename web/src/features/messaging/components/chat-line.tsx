import { memo } from 'react'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/i18n.ts'
import { clockTime } from '../../../platform/time.ts'
import { ChatBubble, ChatDay } from '../../../ui/chat-bubble.tsx'
import { isPlace } from '../../../ui/map/distance.ts'
import { receiptOf } from '../thread-words.ts'
import css from './chat.module.css'
import { MessageMedia } from './message-media.tsx'
import { LinkedWords } from '../../../ui/linked-words.tsx'

interface Props {
  message: Message
  /** A heading stands over it. */
  day: string | null
  isFirst: boolean
  isLast: boolean
  isMine: boolean
  /** The first that was not read when the thread was opened. */
  isFirstNew: boolean
  /** The one that a search led to. */
  isSought: boolean
  watermarks: Watermarks
}

/** What is drawn of the watermarks is one word, so that a line is drawn anew only where that changes. */
const isSame = (a: Props, b: Props) =>
  a.message === b.message &&
  a.day === b.day &&
  a.isFirst === b.isFirst &&
  a.isLast === b.isLast &&
  a.isFirstNew === b.isFirstNew &&
  a.isSought === b.isSought &&
  a.isMine === b.isMine &&
  (!a.isMine || receiptOf(a.message, a.watermarks) === receiptOf(b.message, b.watermarks))

/** One message of a thread with what stands over it. */
export const ChatLine = memo(function ChatLine(props: Props) {
  const { message, day, isFirst, isLast, isMine, isFirstNew, isSought, watermarks } = props
  const text = useText()
  const { latitude, longitude, messageMedias, sender } = message
  const place = isPlace({ latitude, longitude }) ? { latitude: latitude ?? 0, longitude: longitude ?? 0 } : null
  const hasMedia = messageMedias.length > 0 || place !== null
  const receipt = receiptOf(message, watermarks)
  return (
    <div
      data-line={message.clientId ?? message.id}
      data-seq={message.seq}
      data-sought={isSought || undefined}
      className={css.line}
    >
      {day && <ChatDay>{day}</ChatDay>}
      {isFirstNew && <p className={css.new}>{text('messages.new')}</p>}
      <ChatBubble
        from={isMine ? null : sender}
        isFirst={isFirst && message.isGroupMessage}
        isLast={isLast}
        time={clockTime(message.createdAt)}
        at={message.createdAt}
        receipt={isMine ? { state: receipt, label: text(`messages.${receipt}`) } : undefined}
        media={
          hasMedia ? <MessageMedia medias={messageMedias} place={place} sender={isMine ? null : sender.fullName} /> : undefined
        }
      >
        {message.text === '' ? null : <LinkedWords>{message.text}</LinkedWords>}
      </ChatBubble>
    </div>
  )
}, isSame)

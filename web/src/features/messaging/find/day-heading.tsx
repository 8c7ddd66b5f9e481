import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { ChatDay } from '../../../shared/chat/chat-bubble.tsx'
import { openFindIn } from './find-state.ts'
import css from './day-heading.module.css'

/** The heading of a day. It leads to another day, except in the chat of an alert. */
export function DayHeading({ message: { alertId, MessageThreadId }, day }: { message: Message; day: string }) {
  const text = useText()
  if (alertId !== null) return <ChatDay>{day}</ChatDay>
  return (
    <ChatDay>
      <button
        type="button"
        className={css.day}
        aria-label={`${day}: ${text('messages.find.day')}`}
        onClick={() => openFindIn(MessageThreadId, true)}
      >
        {day}
      </button>
    </ChatDay>
  )
}

import { useMemo } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { ChatEvent } from '../chat-events.ts'
import { useChat } from '../chat.queries.ts'
import { useOpening } from '../use-opening.ts'
import css from './chat.module.css'
import { ChatState, MessageList } from './message-list.tsx'

interface Props {
  thread: MessageThread
  /** Seq of the message that a search led to. */
  targetSeq: number | null
  /** The events of the chat that are no messages, such as missed calls. */
  events: readonly ChatEvent[]
}

/** Messages of a thread. Opens at the message that was searched, at the first unread one, or at the end. */
export function Chat({ thread, targetSeq, events }: Props) {
  const { id } = thread
  const opening = useOpening(thread, targetSeq)
  const { chat: loaded, error, refetch } = useChat(id, null, opening.isReady)
  const chat = useMemo(() => ({ threadId: id, alertId: null }), [id])
  if (!loaded || !opening.isReady) {
    return (
      <div className={css.stream}>
        <ChatState error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return <MessageList chat={chat} thread={thread} watermarks={thread.watermarks} opening={opening} events={events} />
}

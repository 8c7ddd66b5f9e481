import { useMemo } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { isUnanswered } from '../features/calls/call-texts.ts'
import { useCallsOfChat } from '../features/calls/calls.queries.ts'
import type { ChatEvent } from '../features/messaging/chat-events.ts'
import { useCurrentUser } from '../platform/session/current-user.ts'
import { useText } from '../platform/language/i18n.ts'

/** Returns the calls of a chat that the user missed, as lines among its messages. */
export function useCallEvents({ id: threadId, recipient }: Pick<MessageThread, 'id' | 'recipient'>): readonly ChatEvent[] {
  const text = useText()
  const viewerId = useCurrentUser()?.id
  const calls = useCallsOfChat(recipient?.id ?? null)
  return useMemo(() => {
    if (!calls || viewerId === undefined) return []
    return calls
      .filter(({ isGroupCall, MessageGroupId }) => !isGroupCall || MessageGroupId === threadId)
      .filter((call) => call.endedAt !== null && isUnanswered(call, viewerId))
      .map(({ id, createdAt }) => ({ id, at: createdAt, text: text('calls.missedInChat') }))
  }, [calls, viewerId, threadId, text])
}

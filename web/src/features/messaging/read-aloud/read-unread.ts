import type { QueryClient } from '@tanstack/react-query'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { currentUser } from '../../../platform/session/current-user.ts'
import { call } from '../../../platform/connection/http.ts'
import { acknowledgements } from '../acknowledgements.ts'
import { threadsQuery } from '../messaging.queries.ts'
import { messagingStore } from '../thread-store.ts'
import { threadsOf } from '../thread-views.ts'
import { readOnRequest } from './reader.ts'

/** Max messages that one command reads. The others stay unread. */
const READ_MAX = 20

/**
 * Reads the unread messages of all chats aloud, those of a chat in their order. A message that was read to its end is
 * seen.
 * @param onFailed called if messages cannot be read, once
 * @returns the first chat with unread messages; null if there is none
 */
export async function readUnread(cache: QueryClient, onFailed: (error: unknown) => void): Promise<string | null> {
  await Promise.all([cache.fetchQuery(threadsQuery('personal')), cache.fetchQuery(threadsQuery('group'))])
  const store = messagingStore(cache)
  const all = [...(threadsOf(store, 'personal') ?? []), ...(threadsOf(store, 'group') ?? [])]
  const unread = all.filter(({ unreadMessagesCount }) => unreadMessagesCount > 0)
  const reportFirst = once(onFailed)
  let left = READ_MAX
  for (const thread of unread) {
    if (left === 0) break
    left -= await readThread(thread, left, reportFirst)
  }
  return unread[0]?.id ?? null
}

/** @returns the number of messages that are read */
async function readThread(
  { id, seenSeq, hasAccepted }: MessageThread,
  limit: number,
  onFailed: (error: unknown) => void,
): Promise<number> {
  const { items } = await call(messageRoutes.list, { params: { id }, query: { after: seenSeq, limit } })
  const received = items.filter(({ SenderId }) => SenderId !== currentUser()?.id)
  for (const message of received) {
    const onRead = () => {
      // As in an open chat: the sender of a chat that the user has not accepted learns nothing.
      if (hasAccepted === true) acknowledgements.add({ messageThreadId: id, status: 'seen', seq: message.seq })
    }
    readOnRequest(message, { onRead, onFailed })
  }
  return received.length
}

/** Without a voice or a connection, all messages fail: the first failure is reported. */
function once(report: (error: unknown) => void) {
  let isReported = false
  return (error: unknown) => {
    if (isReported) return
    isReported = true
    report(error)
  }
}

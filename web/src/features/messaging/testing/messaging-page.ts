import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { createReceiver } from '../../../platform/connection/live.ts'
import { chatQuery, loadedChat } from '../chat.queries.ts'
import { listingEntity, messageEntity } from '../messaging.entities.ts'
import { messagingLive } from '../messaging.live.ts'
import { threadQuery, threadsQuery } from '../messaging.queries.ts'
import { setOpenThread } from '../open-thread.ts'
import { messagingStore, receiveThread } from '../thread-store.ts'
import { sortByActivity, threadOf, threadsOf, unreadPersonalOf } from '../thread-views.ts'
import { person } from './fake-threads.ts'

/** The user of the page. */
export const ben = person('Ben')

/** Returns the server's replies to a refetch of all lists. */
export const answersOf = (threads: readonly MessageThread[]) => ({
  personal: { items: sortByActivity(threads.filter(({ isGroup }) => !isGroup)), nextCursor: null },
  group: { items: sortByActivity(threads.filter(({ isGroup }) => isGroup)), nextCursor: null },
  unread: unreadOf(threads),
})
function unreadOf(threads: readonly MessageThread[]) {
  const threadIds = threads.filter(({ isGroup, unreadMessagesCount }) => !isGroup && unreadMessagesCount > 0).map(({ id }) => id)
  return { threadIds, count: threadIds.length }
}

/** The loaded part of a chat that has all its messages. */
export const WHOLE_CHAT = { from: 1, to: null, hasOlder: false, era: 0 }

/** Creates a page of Ben with loaded threads and messages. `receive` delivers an event. */
export function pageWith(threads: readonly MessageThread[], messages: readonly Message[] = []) {
  const cache = new QueryClient()
  const store = messagingStore(cache)
  for (const thread of threads) receiveThread(store, thread)
  for (const kind of ['personal', 'group'] as const) {
    store.put(listingEntity, { id: kind, at: 1 })
    cache.setQueryData(threadsQuery(kind).queryKey, 0)
  }
  for (const message of messages) store.put(messageEntity, message)
  for (const { id } of threads) {
    cache.setQueryData(threadQuery(id).queryKey, id)
    cache.setQueryData(chatQuery(id).queryKey, WHOLE_CHAT)
  }
  const receiver = createReceiver(cache, [messagingLive])
  let count = 0
  return {
    cache,
    store,
    receive: (name: string, payload: unknown) => receiver(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: () => ({
      personal: { items: threadsOf(store, 'personal'), nextCursor: null },
      group: { items: threadsOf(store, 'group'), nextCursor: null },
      unread: unreadPersonalOf(store),
    }),
    thread: (id: string) => threadOf(store, id),
    chat: (id: string) => loadedChat(cache, id)?.items,
    isStale: (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated,
  }
}

/** In each test, Ben is signed in and has no thread open. Time passes only by the fake timers. */
export function signInBen(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    setCurrentUser({ id: ben.id, isAdmin: false })
    setOpenThread(null)
  })
  afterEach(() => {
    vi.runAllTimers() // runs the delayed checks of this test before the next one
    vi.useRealTimers()
  })
}

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { call } from '../../../platform/connection/http.ts'
import { acknowledgements } from '../acknowledgements.ts'
import { listingEntity } from '../messaging.entities.ts'
import { threadsQuery } from '../messaging.queries.ts'
import { messagingStore, receiveThread } from '../thread-store.ts'
import { aMessage, aThread } from '../testing/fake-threads.ts'
import { readUnread } from './read-unread.ts'
import { readOnRequest } from './reader.ts'
import type { ReadingRequest } from './reading-queue.ts'

vi.mock('../../../platform/connection/http.ts', () => ({ call: vi.fn() }))
vi.mock('../acknowledgements.ts', () => ({ acknowledgements: { add: vi.fn() } }))
vi.mock('./reader.ts', () => ({ readOnRequest: vi.fn() }))

const MY_ID = 'me'
beforeEach(() => setCurrentUser({ id: MY_ID, isAdmin: false }))
afterEach(() => {
  setCurrentUser(null)
  vi.clearAllMocks()
})

/**
 * A page with these threads. The server returns `count` messages after any seq; the third of three is the user's own.
 */
function pageWith(personal: MessageThread[], groups: MessageThread[], count: number): QueryClient {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const store = messagingStore(cache)
  for (const thread of [...personal, ...groups]) {
    const seq = thread.seenSeq + thread.unreadMessagesCount
    receiveThread(store, { ...thread, latestMessage: seq === 0 ? null : aMessage(thread, seq) })
  }
  for (const kind of ['personal', 'group'] as const) {
    store.put(listingEntity, { id: kind, at: 1 })
    cache.setQueryData(threadsQuery(kind).queryKey, 0)
  }
  vi.mocked(call).mockImplementation(((
    _route: unknown,
    { params, query }: { params: { id: string }; query: { after: number; limit: number } },
  ) => {
    const thread = [...personal, ...groups].find(({ id }) => id === params.id) ?? expect.unreachable()
    const items = Array.from({ length: Math.min(count, query.limit) }, (_, index): Message => {
      const message = aMessage(thread, query.after + 1 + index)
      return count === 3 && index === 2 ? { ...message, SenderId: MY_ID } : message
    })
    return Promise.resolve({ items, nextCursor: null })
  }) as typeof call)
  return cache
}

const requests = () =>
  vi.mocked(readOnRequest).mock.calls.map(([message, request]): [Message, ReadingRequest] => [message as Message, request])

test('the unread messages of all chats are read in their order, without the user’s own ones; the first chat is returned', async () => {
  const [first, read, group] = [
    aThread(1, { unreadMessagesCount: 2, seenSeq: 4 }),
    aThread(2, { unreadMessagesCount: 0 }),
    aThread(3, { isGroup: true, unreadMessagesCount: 3, seenSeq: 0 }),
  ]
  expect(await readUnread(pageWith([first, read], [group], 3), vi.fn())).toBe(first.id)
  expect(requests().map(([{ MessageThreadId, seq }]) => [MessageThreadId, seq])).toEqual([
    [first.id, 5],
    [first.id, 6],
    [group.id, 1],
    [group.id, 2],
  ])
})

test('a message that was read to its end is seen, except in a chat that the user has not accepted', async () => {
  const accepted = aThread(1, { unreadMessagesCount: 1, seenSeq: 4, hasAccepted: true })
  const undecided = aThread(2, { unreadMessagesCount: 1, seenSeq: 0, hasAccepted: null })
  await readUnread(pageWith([accepted, undecided], [], 1), vi.fn())
  expect(acknowledgements.add).not.toHaveBeenCalled()
  for (const [, { onRead }] of requests()) onRead()
  expect(acknowledgements.add).toHaveBeenCalledExactlyOnceWith({ messageThreadId: accepted.id, status: 'seen', seq: 5 })
})

test('twenty messages are read, and failures are reported once', async () => {
  const threads = [1, 2, 3].map((number) => aThread(number, { unreadMessagesCount: 12, seenSeq: 0 }))
  const onFailed = vi.fn()
  await readUnread(pageWith(threads, [], 12), onFailed)
  expect(requests()).toHaveLength(20)
  for (const [, request] of requests()) request.onFailed(new Error('no voice'))
  expect(onFailed).toHaveBeenCalledOnce()
})

test('without unread messages, nothing is read', async () => {
  expect(await readUnread(pageWith([aThread(1, { unreadMessagesCount: 0 })], [], 1), vi.fn())).toBeNull()
  expect(readOnRequest).not.toHaveBeenCalled()
})

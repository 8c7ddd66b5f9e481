import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { createReceiver } from '../../platform/live.ts'
import { setReader } from '../../platform/reader.ts'
import { messagingLive } from './messaging.live.ts'
import { chatQuery, membersQuery, threadQuery, threadsQuery, unreadPersonalQuery } from './messaging.queries.ts'
import { setOpenThread } from './open-thread.ts'
import { inOrder } from './thread-cache.ts'
import { aMessage, aThread, person, shared } from './testing/threads.ts'

const ben = person('Ben')

/** What the unit would answer to a refetch of everything. */
const answersOf = (threads: readonly MessageThread[]) => ({
  personal: { items: inOrder(threads.filter(({ isGroup }) => !isGroup)), nextCursor: null },
  group: { items: inOrder(threads.filter(({ isGroup }) => isGroup)), nextCursor: null },
  unread: unreadOf(threads),
})
function unreadOf(threads: readonly MessageThread[]) {
  const threadIds = threads.filter(({ isGroup, unreadMessagesCount }) => !isGroup && unreadMessagesCount > 0).map(({ id }) => id)
  return { threadIds, count: threadIds.length }
}

/** A page of Ben's that has loaded everything, and a way to let an event arrive. */
function pageWith(threads: readonly MessageThread[], messages: readonly Message[] = []) {
  const cache = new QueryClient()
  const { personal, group, unread } = answersOf(threads)
  cache.setQueryData(threadsQuery('personal').queryKey, personal)
  cache.setQueryData(threadsQuery('group').queryKey, group)
  cache.setQueryData(unreadPersonalQuery.queryKey, unread)
  for (const thread of threads) {
    const items = messages.filter(({ MessageThreadId }) => MessageThreadId === thread.id)
    cache.setQueryData(threadQuery(thread.id).queryKey, thread)
    cache.setQueryData(chatQuery(thread.id).queryKey, { items, hasOlder: false, hasNewer: false })
  }
  const receive = createReceiver(cache, [messagingLive])
  let count = 0
  return {
    cache,
    hears: (name: string, payload: unknown) => receive(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: () => ({
      personal: cache.getQueryData(threadsQuery('personal').queryKey),
      group: cache.getQueryData(threadsQuery('group').queryKey),
      unread: cache.getQueryData(unreadPersonalQuery.queryKey),
    }),
    thread: (id: string) => cache.getQueryData(threadQuery(id).queryKey),
    chat: (id: string) => cache.getQueryData(chatQuery(id).queryKey)?.items,
    isStale: (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  setReader({ id: ben.id, isAdmin: false })
  setOpenThread(null)
})
afterEach(() => {
  vi.runAllTimers() // what one test waits for is not the next one's
  vi.useRealTimers()
})

test('a message of another stands in its chat, on top of its list and in the badge, as a refetch shows it', () => {
  const [older, newer, group] = [aThread(1), aThread(2), aThread(3, { isGroup: true })]
  const page = pageWith([older, newer, group])
  const [first, second] = [aMessage(older, 1), aMessage(group, 1)]
  for (const message of [first, second]) page.hears('messages:new_message', message)
  const now = [
    { ...older, latestMessage: first, unreadMessagesCount: 1 },
    newer,
    { ...group, latestMessage: second, unreadMessagesCount: 1 },
  ]
  expect(page.shown()).toEqual(answersOf(now))
  expect(page.thread(older.id)).toEqual(now[0])
  expect(page.chat(older.id)).toEqual([first])
})

test('a personal thread is counted once, however much comes in it, and a message that comes twice changes nothing', () => {
  const thread = aThread(1)
  const page = pageWith([thread])
  const messages = [1, 2, 3].map((seq) => aMessage(thread, seq))
  for (const message of [...messages, ...messages]) page.hears('messages:new_message', message)
  expect(page.shown()).toEqual(answersOf([{ ...thread, latestMessage: messages[2] ?? null, unreadMessagesCount: 3 }]))
  expect(page.chat(thread.id)).toEqual(messages)
})

test('what Ben writes on another device raises no count, accepts, and has seen what stood before it', () => {
  const thread = aThread(1, { hasAccepted: null })
  const page = pageWith([thread])
  const mine = aMessage(thread, 1, ben)
  page.hears('messages:new_message', mine)
  const own = { hasAccepted: true, deliveredSeq: 1, seenSeq: 1 }
  expect(page.shown()).toEqual(answersOf([{ ...thread, latestMessage: mine, ...own }]))
  const unseen = aThread(2, { latestMessage: aMessage(aThread(2), 4), unreadMessagesCount: 3, deliveredSeq: 4, seenSeq: 1 })
  const other = pageWith([unseen])
  const later = aMessage(unseen, 5, ben)
  other.hears('messages:new_message', later)
  const read = { unreadMessagesCount: 0, deliveredSeq: 5, seenSeq: 5 }
  expect(other.shown()).toEqual(answersOf([{ ...unseen, latestMessage: later, ...read }]))
})

test('what comes in the thread before Ben’s eyes raises no count', () => {
  const thread = aThread(1, { isGroup: true })
  const page = pageWith([thread])
  setOpenThread(thread.id)
  page.hears('messages:new_message', aMessage(thread, 1))
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(0)
})

test('messages of radio and alerts are not the chat’s', () => {
  const thread = aThread(1, { isGroup: true })
  const page = pageWith([thread])
  for (const messageType of ['asrChat', 'alertChat'] as const) {
    page.hears('messages:new_message', aMessage(thread, 1, person('Aiko'), { messageType }))
  }
  expect(page.shown()).toEqual(answersOf([thread]))
  expect(page.chat(thread.id)).toEqual([])
})

test('a message that came before the one below it is shown, and what stays missing is asked for', () => {
  const thread = aThread(1)
  const page = pageWith([thread], [aMessage(thread, 1)])
  page.hears('messages:new_message', aMessage(thread, 3))
  expect(page.chat(thread.id)?.map(({ seq }) => seq)).toEqual([1, 3])
  expect(page.isStale(chatQuery(thread.id).queryKey)).toBe(false)
  vi.runAllTimers()
  expect(page.isStale(chatQuery(thread.id).queryKey)).toBe(true)
})

test('messages that overtake one another stand in order, ask for no chat again, and are counted by the unit', () => {
  const thread = aThread(1, { latestMessage: aMessage(aThread(1), 1), seenSeq: 1 })
  const page = pageWith([thread], [aMessage(thread, 1)])
  for (const seq of [3, 2]) page.hears('messages:new_message', aMessage(thread, seq))
  vi.runAllTimers()
  expect(page.chat(thread.id)?.map(({ seq }) => seq)).toEqual([1, 2, 3])
  const stale = [chatQuery(thread.id), threadsQuery('personal'), threadQuery(thread.id)].map(({ queryKey }) =>
    page.isStale(queryKey),
  )
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(2)
  expect(stale).toEqual([false, true, true])
})

test('messages in their turn are counted here, without a word to the unit', () => {
  const thread = aThread(1)
  const page = pageWith([thread])
  for (const seq of [1, 2, 3]) page.hears('messages:new_message', aMessage(thread, seq))
  vi.runAllTimers()
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(3)
  expect(page.isStale(threadsQuery('personal').queryKey)).toBe(false)
})

test('what all got and saw goes forward alone', () => {
  const thread = aThread(1, { latestMessage: aMessage(aThread(1), 5, ben) })
  const page = pageWith([thread])
  const told = (deliveredSeq: number, seenSeq: number) =>
    page.hears('messages:status_updated', {
      MessageThreadId: thread.id,
      messageType: 'normalChat',
      watermarks: { deliveredSeq, seenSeq },
    })
  told(5, 3)
  told(4, 2)
  expect(page.shown()).toEqual(answersOf([{ ...thread, watermarks: { deliveredSeq: 5, seenSeq: 3 } }]))
})

test('what Ben reads on one device is read on all, and does not come back with what was told earlier', () => {
  const latestMessage = aMessage(aThread(1), 4)
  const thread = aThread(1, { latestMessage, unreadMessagesCount: 4 })
  const page = pageWith([thread])
  const read = { MessageThreadId: thread.id, messageType: 'normalChat', deliveredSeq: 4 }
  page.hears('messages:status_updated_multiple', { updates: [{ ...read, seenSeq: 4, unreadMessagesCount: 0 }] })
  page.hears('messages:status_updated_multiple', { updates: [{ ...read, seenSeq: 2, unreadMessagesCount: 2 }] })
  expect(page.shown()).toEqual(answersOf([{ ...thread, deliveredSeq: 4, seenSeq: 4, unreadMessagesCount: 0 }]))
})

test('what came after Ben read on another device stays unread, in its list and in the badge', () => {
  const thread = aThread(1, { latestMessage: aMessage(aThread(1), 4), unreadMessagesCount: 4 })
  const page = pageWith([thread])
  const later = aMessage(thread, 5)
  page.hears('messages:new_message', later)
  const read = { MessageThreadId: thread.id, messageType: 'normalChat', deliveredSeq: 4, seenSeq: 4 }
  page.hears('messages:status_updated_multiple', { updates: [{ ...read, unreadMessagesCount: 0 }] })
  const marks = { deliveredSeq: 4, seenSeq: 4 }
  expect(page.shown()).toEqual(answersOf([{ ...thread, ...marks, latestMessage: later, unreadMessagesCount: 1 }]))
  page.hears('messages:status_updated_multiple', {
    updates: [{ ...read, deliveredSeq: 5, seenSeq: 5, unreadMessagesCount: 0 }],
  })
  const all = { deliveredSeq: 5, seenSeq: 5 }
  expect(page.shown()).toEqual(answersOf([{ ...thread, ...all, latestMessage: later, unreadMessagesCount: 0 }]))
})

test('what Ben wrote last is never unread to him, whatever mark was told of before; what came after it is', () => {
  const mine = aMessage(aThread(1), 7, ben)
  const thread = aThread(1, { latestMessage: mine, deliveredSeq: 5, seenSeq: 5 })
  const told = (seenSeq: number, unreadMessagesCount: number) => {
    const page = pageWith([thread])
    const update = { MessageThreadId: thread.id, messageType: 'normalChat', deliveredSeq: seenSeq, seenSeq, unreadMessagesCount }
    page.hears('messages:status_updated_multiple', { updates: [update] })
    return page.thread(thread.id)
  }
  expect(told(6, 0)).toEqual({ ...thread, deliveredSeq: 7, seenSeq: 7 })
  expect(told(7, 2)).toEqual({ ...thread, deliveredSeq: 7, seenSeq: 7, unreadMessagesCount: 2 })
})

test('what a copy of a thread knows already stays, and the copy that knows less comes forward', () => {
  const thread = aThread(1, { latestMessage: aMessage(aThread(1), 4), deliveredSeq: 4, seenSeq: 1, unreadMessagesCount: 3 })
  const page = pageWith([thread])
  const ahead = { ...thread, seenSeq: 4, unreadMessagesCount: 0 }
  page.cache.setQueryData(threadQuery(thread.id).queryKey, ahead)
  const read = { MessageThreadId: thread.id, messageType: 'normalChat', deliveredSeq: 4, seenSeq: 3, unreadMessagesCount: 1 }
  page.hears('messages:status_updated_multiple', { updates: [read] })
  expect(page.thread(thread.id)).toEqual(ahead)
  expect(page.shown().personal?.items).toEqual([{ ...thread, seenSeq: 3, unreadMessagesCount: 1 }])
})

test('of a thread that this page does not know, the unit says whether something came after what Ben read elsewhere', () => {
  const id = aThread(1).id
  const page = pageWith([])
  page.cache.setQueryData(unreadPersonalQuery.queryKey, { threadIds: [id], count: 1 })
  const read = { MessageThreadId: id, messageType: 'normalChat', deliveredSeq: 4, seenSeq: 4, unreadMessagesCount: 0 }
  page.hears('messages:status_updated_multiple', { updates: [read] })
  expect(page.shown().unread).toEqual({ threadIds: [id], count: 1 })
  vi.runAllTimers()
  expect(page.isStale(unreadPersonalQuery.queryKey)).toBe(true)
})

test('unread messages are counted as far as the unit counts them', () => {
  const latestMessage = aMessage(aThread(1), UNREAD_MAX)
  const thread = aThread(1, { latestMessage, unreadMessagesCount: UNREAD_MAX })
  const page = pageWith([thread])
  page.hears('messages:new_message', aMessage(thread, UNREAD_MAX + 1))
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(UNREAD_MAX)
  const read = {
    MessageThreadId: thread.id,
    messageType: 'normalChat',
    deliveredSeq: 3,
    seenSeq: 3,
    unreadMessagesCount: UNREAD_MAX - 3,
  }
  page.hears('messages:status_updated_multiple', { updates: [read] })
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(UNREAD_MAX - 2)
})

test('a changed group keeps what Ben made of it; who is in it is asked for again', () => {
  const thread = aThread(1, { isGroup: true, unreadMessagesCount: 2 })
  const page = pageWith([thread])
  page.cache.setQueryData(membersQuery(thread.id).queryKey, { items: [], nextCursor: null })
  const named = { ...thread, version: 2, memberCount: 3, group: thread.group && { ...thread.group, name: 'Hillside' } }
  page.hears('message-threads:updated', shared(named))
  page.hears('message-threads:updated', shared(thread))
  expect(page.shown()).toEqual(answersOf([named]))
  expect(page.isStale(membersQuery(thread.id).queryKey)).toBe(true)
})

test('a message that a changed group told of before is counted when it comes', () => {
  const thread = aThread(1, { isGroup: true })
  const page = pageWith([thread])
  const message = aMessage(thread, 1)
  page.hears('message-threads:updated', shared({ ...thread, version: 2, latestMessage: message }))
  for (let times = 0; times < 2; times++) page.hears('messages:new_message', message)
  expect(page.shown()).toEqual(answersOf([{ ...thread, version: 2, latestMessage: message, unreadMessagesCount: 1 }]))
})

test('who blocks whom is seen by both, and gone when it is over', () => {
  const thread = aThread(1)
  const page = pageWith([thread])
  const blocked = (blockedBy: string[], version: number) =>
    page.hears('message-threads:updated', shared({ ...thread, blockedBy, version }))
  blocked([person('Aiko').id], 2)
  expect(page.thread(thread.id)).toMatchObject({ hasAccepted: true, hasRecipientBlocked: true })
  blocked([ben.id], 3)
  expect(page.thread(thread.id)).toMatchObject({ hasAccepted: false, hasRecipientBlocked: false })
  blocked([], 4)
  expect(page.thread(thread.id)).toMatchObject({ hasAccepted: true, hasRecipientBlocked: false })
})

test('a thread that this page does not know is asked for', () => {
  const page = pageWith([])
  page.hears('message-threads:new_group', shared(aThread(1, { isGroup: true })))
  expect([page.isStale(threadsQuery('group').queryKey), page.isStale(threadsQuery('personal').queryKey)]).toEqual([true, false])
  page.hears('message-threads:new_personal', shared(aThread(2)))
  expect(page.isStale(threadsQuery('personal').queryKey)).toBe(true)
  const other = pageWith([])
  other.hears('messages:new_message', aMessage(aThread(3), 1))
  expect(other.isStale(threadsQuery('personal').queryKey)).toBe(true)
  expect(other.shown().unread).toEqual({ threadIds: [aThread(3).id], count: 1 })
})

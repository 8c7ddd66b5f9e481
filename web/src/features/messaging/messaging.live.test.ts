import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { createReceiver } from '../../platform/live.ts'
import { setCurrentUser } from '../../platform/current-user.ts'
import { messagingLive } from './messaging.live.ts'
import { chatQuery, loadedChat } from './chat.queries.ts'
import { listingEntity, messageEntity } from './messaging.entities.ts'
import { membersQuery, threadQuery, threadsQuery } from './messaging.queries.ts'
import { setOpenThread } from './open-thread.ts'
import { messagingStore, receiveThread } from './thread-store.ts'
import { sortByActivity, threadOf, threadsOf, unreadPersonalOf } from './thread-views.ts'
import { aMessage, aThread, person, sharedThread } from './testing/fake-threads.ts'

const ben = person('Ben')

/** Returns the server's replies to a refetch of all lists. */
const answersOf = (threads: readonly MessageThread[]) => ({
  personal: { items: sortByActivity(threads.filter(({ isGroup }) => !isGroup)), nextCursor: null },
  group: { items: sortByActivity(threads.filter(({ isGroup }) => isGroup)), nextCursor: null },
  unread: unreadOf(threads),
})
function unreadOf(threads: readonly MessageThread[]) {
  const threadIds = threads.filter(({ isGroup, unreadMessagesCount }) => !isGroup && unreadMessagesCount > 0).map(({ id }) => id)
  return { threadIds, count: threadIds.length }
}

const WHOLE_CHAT = { from: 1, to: null, hasOlder: false, era: 0 }

/** Creates a page of Ben with loaded threads and messages. `receive` delivers an event. */
function pageWith(threads: readonly MessageThread[], messages: readonly Message[] = []) {
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

beforeEach(() => {
  vi.useFakeTimers()
  setCurrentUser({ id: ben.id, isAdmin: false })
  setOpenThread(null)
})
afterEach(() => {
  vi.runAllTimers() // runs the delayed checks of this test before the next one
  vi.useRealTimers()
})

test('a message of another user updates chat, list and badge as a refetch would', () => {
  const [older, newer, group] = [aThread(1), aThread(2), aThread(3, { isGroup: true })]
  const page = pageWith([older, newer, group])
  const [first, second] = [aMessage(older, 1), aMessage(group, 1)]
  for (const message of [first, second]) page.receive('messages:new_message', message)
  const now = [
    { ...older, latestMessage: first, unreadMessagesCount: 1 },
    newer,
    { ...group, latestMessage: second, unreadMessagesCount: 1 },
  ]
  expect(page.shown()).toEqual(answersOf(now))
  expect(page.thread(older.id)).toEqual(now[0])
  expect(page.chat(older.id)).toEqual([first])
})

test('the badge counts a personal thread once, and a repeated message changes nothing', () => {
  const thread = aThread(1)
  const page = pageWith([thread])
  const messages = [1, 2, 3].map((seq) => aMessage(thread, seq))
  for (const message of [...messages, ...messages]) page.receive('messages:new_message', message)
  expect(page.shown()).toEqual(answersOf([{ ...thread, latestMessage: messages[2] ?? null, unreadMessagesCount: 3 }]))
  expect(page.chat(thread.id)).toEqual(messages)
})

test('a message that Ben writes on another device is not counted, accepts the thread and marks earlier messages as seen', () => {
  const thread = aThread(1, { hasAccepted: null })
  const page = pageWith([thread])
  const ownMessage = aMessage(thread, 1, ben)
  page.receive('messages:new_message', ownMessage)
  const own = { hasAccepted: true, deliveredSeq: 1, seenSeq: 1 }
  expect(page.shown()).toEqual(answersOf([{ ...thread, latestMessage: ownMessage, ...own }]))
  const unseen = aThread(2, { latestMessage: aMessage(aThread(2), 4), unreadMessagesCount: 3, deliveredSeq: 4, seenSeq: 1 })
  const other = pageWith([unseen])
  const later = aMessage(unseen, 5, ben)
  other.receive('messages:new_message', later)
  const read = { unreadMessagesCount: 0, deliveredSeq: 5, seenSeq: 5 }
  expect(other.shown()).toEqual(answersOf([{ ...unseen, latestMessage: later, ...read }]))
})

test('a message in the open thread is not counted as unread', () => {
  const thread = aThread(1, { isGroup: true })
  const page = pageWith([thread])
  setOpenThread(thread.id)
  page.receive('messages:new_message', aMessage(thread, 1))
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(0)
})

test('a message of a radio chat does not change the chat', () => {
  const thread = aThread(1, { isGroup: true })
  const page = pageWith([thread])
  page.receive('messages:new_message', aMessage(thread, 1, person('Aiko'), { messageType: 'asrChat' }))
  expect(page.shown()).toEqual(answersOf([thread]))
  expect(page.chat(thread.id)).toEqual([])
})

test('messages of an alert are added once to its chat, sorted by seq, and change no list and no badge', () => {
  const known = aThread(1, { isGroup: true })
  const ofAlert = aThread(2, { isGroup: true })
  const page = pageWith([known])
  const message = (seq: number) =>
    aMessage(ofAlert, seq, person('Aiko'), { messageType: 'alertChat', alertId: '01990000-0000-7000-8000-00000000000a' })
  page.store.put(messageEntity, message(1))
  page.cache.setQueryData(chatQuery(ofAlert.id).queryKey, WHOLE_CHAT)
  for (const seq of [3, 2, 4, 3]) page.receive('messages:new_message', message(seq))
  vi.runAllTimers()
  expect(page.chat(ofAlert.id)).toEqual([1, 2, 3, 4].map(message))
  expect(page.shown()).toEqual(answersOf([known]))
  for (const kind of ['personal', 'group'] as const) expect(page.isStale(threadsQuery(kind).queryKey)).toBe(false)
})

test('a message after a gap is shown, and the chat refetches if the gap remains', () => {
  const thread = aThread(1)
  const page = pageWith([thread], [aMessage(thread, 1)])
  page.receive('messages:new_message', aMessage(thread, 3))
  expect(page.chat(thread.id)?.map(({ seq }) => seq)).toEqual([1, 3])
  expect(page.isStale(chatQuery(thread.id).queryKey)).toBe(false)
  vi.runAllTimers()
  expect(page.isStale(chatQuery(thread.id).queryKey)).toBe(true)
})

test('messages out of order are sorted and counted without a refetch', () => {
  const thread = aThread(1, { latestMessage: aMessage(aThread(1), 1), seenSeq: 1 })
  const page = pageWith([thread], [aMessage(thread, 1)])
  for (const seq of [3, 2]) page.receive('messages:new_message', aMessage(thread, seq))
  vi.runAllTimers()
  expect(page.chat(thread.id)?.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(2)
  for (const { queryKey } of [chatQuery(thread.id), threadsQuery('personal'), threadQuery(thread.id)])
    expect(page.isStale(queryKey)).toBe(false)
})

test('messages in order are counted without a refetch', () => {
  const thread = aThread(1)
  const page = pageWith([thread])
  for (const seq of [1, 2, 3]) page.receive('messages:new_message', aMessage(thread, seq))
  vi.runAllTimers()
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(3)
  expect(page.isStale(threadsQuery('personal').queryKey)).toBe(false)
})

test('watermarks never decrease', () => {
  const thread = aThread(1, { latestMessage: aMessage(aThread(1), 5, ben), deliveredSeq: 5, seenSeq: 5 })
  const page = pageWith([thread])
  const receiveMarks = (deliveredSeq: number, seenSeq: number) =>
    page.receive('messages:status_updated', {
      MessageThreadId: thread.id,
      messageType: 'normalChat',
      watermarks: { deliveredSeq, seenSeq },
    })
  receiveMarks(5, 3)
  receiveMarks(4, 2)
  expect(page.shown()).toEqual(answersOf([{ ...thread, watermarks: { deliveredSeq: 5, seenSeq: 3 } }]))
})

test('messages that Ben reads on another device are read here, and an older update does not undo that', () => {
  const latestMessage = aMessage(aThread(1), 4)
  const thread = aThread(1, { latestMessage, unreadMessagesCount: 4 })
  const page = pageWith([thread])
  const read = { MessageThreadId: thread.id, messageType: 'normalChat', deliveredSeq: 4 }
  page.receive('messages:status_updated_multiple', { updates: [{ ...read, seenSeq: 4, unreadMessagesCount: 0 }] })
  page.receive('messages:status_updated_multiple', { updates: [{ ...read, seenSeq: 2, unreadMessagesCount: 2 }] })
  expect(page.shown()).toEqual(answersOf([{ ...thread, deliveredSeq: 4, seenSeq: 4, unreadMessagesCount: 0 }]))
})

test('a message that arrived after Ben read on another device stays unread in list and badge', () => {
  const thread = aThread(1, { latestMessage: aMessage(aThread(1), 4), unreadMessagesCount: 4 })
  const page = pageWith([thread])
  const later = aMessage(thread, 5)
  page.receive('messages:new_message', later)
  const read = { MessageThreadId: thread.id, messageType: 'normalChat', deliveredSeq: 4, seenSeq: 4 }
  page.receive('messages:status_updated_multiple', { updates: [{ ...read, unreadMessagesCount: 0 }] })
  const marks = { deliveredSeq: 4, seenSeq: 4 }
  expect(page.shown()).toEqual(answersOf([{ ...thread, ...marks, latestMessage: later, unreadMessagesCount: 1 }]))
  page.receive('messages:status_updated_multiple', {
    updates: [{ ...read, deliveredSeq: 5, seenSeq: 5, unreadMessagesCount: 0 }],
  })
  const all = { deliveredSeq: 5, seenSeq: 5 }
  expect(page.shown()).toEqual(answersOf([{ ...thread, ...all, latestMessage: later, unreadMessagesCount: 0 }]))
})

test('an older watermark does not make Ben’s own last message unread', () => {
  const ownMessage = aMessage(aThread(1), 7, ben)
  const thread = aThread(1, { latestMessage: ownMessage, deliveredSeq: 7, seenSeq: 7 })
  const page = pageWith([{ ...thread, deliveredSeq: 5, seenSeq: 5 }])
  const update = { MessageThreadId: thread.id, messageType: 'normalChat', deliveredSeq: 6, seenSeq: 6, unreadMessagesCount: 0 }
  page.receive('messages:status_updated_multiple', { updates: [update] })
  expect(page.thread(thread.id)).toEqual(thread)
})

test('an older reply does not revert Ben’s watermarks, and a newer reply with older watermarks keeps them', () => {
  const thread = aThread(1, { isGroup: true, latestMessage: aMessage(aThread(1), 4), deliveredSeq: 4, seenSeq: 4 })
  const page = pageWith([thread])
  receiveThread(page.store, { ...thread, seenSeq: 1, unreadMessagesCount: 3 })
  expect(page.thread(thread.id)).toEqual(thread)
  receiveThread(page.store, { ...thread, version: 2, memberCount: 5, seenSeq: 1, unreadMessagesCount: 3 })
  expect(page.thread(thread.id)).toEqual({ ...thread, version: 2, memberCount: 5 })
})

test('unread messages are counted up to the server’s limit', () => {
  const latestMessage = aMessage(aThread(1), UNREAD_MAX)
  const thread = aThread(1, { latestMessage, unreadMessagesCount: UNREAD_MAX })
  const page = pageWith([thread])
  page.receive('messages:new_message', aMessage(thread, UNREAD_MAX + 1))
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(UNREAD_MAX)
  const read = {
    MessageThreadId: thread.id,
    messageType: 'normalChat',
    deliveredSeq: 3,
    seenSeq: 3,
    unreadMessagesCount: UNREAD_MAX - 3,
  }
  page.receive('messages:status_updated_multiple', { updates: [read] })
  expect(page.thread(thread.id)?.unreadMessagesCount).toBe(UNREAD_MAX - 2)
})

test('an event of a group keeps Ben’s own fields and refetches its members', () => {
  const thread = aThread(1, { isGroup: true, latestMessage: aMessage(aThread(1), 2), unreadMessagesCount: 2 })
  const page = pageWith([thread])
  page.cache.setQueryData(membersQuery(thread.id).queryKey, thread.id)
  const named = { ...thread, version: 2, memberCount: 3, group: thread.group && { ...thread.group, name: 'Hillside' } }
  page.receive('message-threads:updated', sharedThread(named))
  page.receive('message-threads:updated', sharedThread(thread))
  expect(page.shown()).toEqual(answersOf([named]))
  expect(page.isStale(membersQuery(thread.id).queryKey)).toBe(true)
})

test('a message that an event of its group contained before is counted when it arrives', () => {
  const thread = aThread(1, { isGroup: true })
  const page = pageWith([thread])
  const message = aMessage(thread, 1)
  page.receive('message-threads:updated', sharedThread({ ...thread, version: 2, latestMessage: message }))
  for (let times = 0; times < 2; times++) page.receive('messages:new_message', message)
  expect(page.shown()).toEqual(answersOf([{ ...thread, version: 2, latestMessage: message, unreadMessagesCount: 1 }]))
})

test('a block is shown to both members until it ends', () => {
  const thread = aThread(1)
  const page = pageWith([thread])
  const blocked = (blockedBy: string[], version: number) =>
    page.receive('message-threads:updated', sharedThread({ ...thread, blockedBy, version }))
  blocked([person('Aiko').id], 2)
  expect(page.thread(thread.id)).toMatchObject({ hasAccepted: true, hasRecipientBlocked: true })
  blocked([ben.id], 3)
  expect(page.thread(thread.id)).toMatchObject({ hasAccepted: false, hasRecipientBlocked: false })
  blocked([], 4)
  expect(page.thread(thread.id)).toMatchObject({ hasAccepted: true, hasRecipientBlocked: false })
})

test('a thread that Ben blocks has no unread messages until he unblocks it', () => {
  const thread = aThread(1, { latestMessage: aMessage(aThread(1), 3), seenSeq: 1, deliveredSeq: 3, unreadMessagesCount: 2 })
  const page = pageWith([thread])
  const setBlock = (blockedBy: string[], version: number) =>
    page.receive('message-threads:updated', sharedThread({ ...thread, blockedBy, version }))
  setBlock([ben.id], 2)
  const blocked = { ...thread, blockedBy: [ben.id], version: 2, hasAccepted: false, unreadMessagesCount: 0 }
  expect(page.shown()).toEqual(answersOf([blocked]))
  const late = aMessage(thread, 4)
  page.receive('messages:new_message', late)
  page.receive('messages:status_updated_multiple', {
    updates: [{ MessageThreadId: thread.id, messageType: 'normalChat', deliveredSeq: 4, seenSeq: 2, unreadMessagesCount: 0 }],
  })
  const read = { latestMessage: late, deliveredSeq: 4, seenSeq: 2 }
  expect(page.shown()).toEqual(answersOf([{ ...blocked, ...read }]))
  page.receive('message-threads:updated', sharedThread({ ...thread, latestMessage: late, version: 3 }))
  expect(page.shown()).toEqual(answersOf([{ ...thread, ...read, version: 3, unreadMessagesCount: 2 }]))
})

test('the reply to a block clears the unread count without an event', () => {
  const thread = aThread(1, { latestMessage: aMessage(aThread(1), 3), unreadMessagesCount: 3, hasAccepted: null })
  const page = pageWith([thread])
  const blocked = { ...thread, blockedBy: [ben.id], version: 2, hasAccepted: false, unreadMessagesCount: 0 }
  receiveThread(page.store, blocked)
  expect(page.shown()).toEqual(answersOf([blocked]))
})

test('a thread that was hidden from its recipient is listed with its first message', () => {
  const hidden = aThread(1, { hasAccepted: null })
  const page = pageWith([hidden])
  expect(page.shown().personal.items).toEqual([])
  page.receive('messages:new_message', aMessage(hidden, 1))
  expect(page.shown().personal.items?.map(({ id }) => id)).toEqual([hidden.id])
})

test('a user who is removed from a group loses all its data, including data that arrives late, and gets it back when they rejoin', () => {
  const latestMessage = aMessage(aThread(1), 1)
  const group = aThread(1, { isGroup: true, latestMessage, deliveredSeq: 1, seenSeq: 1 })
  const page = pageWith([group], [aMessage(group, 1)])
  page.receive('message-threads:removed', { id: group.id, version: 2 })
  page.receive('messages:new_message', aMessage(group, 2))
  page.receive('message-threads:updated', sharedThread(group))
  receiveThread(page.store, group)
  expect([page.thread(group.id), page.shown().group.items, page.store.list(messageEntity, group.id)]).toEqual([undefined, [], []])
  const back = { ...group, version: 3 }
  receiveThread(page.store, back)
  expect(page.shown().group.items).toEqual([back])
})

test('a transcript that follows or is corrected changes the message in the chat and the list, and an older one nothing', () => {
  const thread = aThread(1)
  const sent = aMessage(thread, 1)
  const page = pageWith([{ ...thread, latestMessage: sent }], [sent])
  const [transcribed, corrected] = [2, 3].map((version) => ({ ...sent, version, text: `version ${version}` }))
  for (const message of [corrected, transcribed]) page.receive('messages:updated', message)
  expect(page.chat(thread.id)).toEqual([corrected])
  expect(page.thread(thread.id)?.latestMessage).toEqual(corrected)
  const later = { ...aMessage(thread, 2), version: 2 }
  page.receive('messages:updated', later) // the first that this page receives of it
  expect(page.chat(thread.id)).toEqual([corrected, later])
})

test('an event of an unknown thread refetches the list', () => {
  const page = pageWith([])
  page.receive('message-threads:new_group', sharedThread(aThread(1, { isGroup: true })))
  expect([page.isStale(threadsQuery('group').queryKey), page.isStale(threadsQuery('personal').queryKey)]).toEqual([true, false])
  page.receive('message-threads:new_personal', sharedThread(aThread(2)))
  expect(page.isStale(threadsQuery('personal').queryKey)).toBe(true)
  const other = pageWith([])
  other.receive('messages:new_message', aMessage(aThread(3), 1))
  expect(other.isStale(threadsQuery('personal').queryKey)).toBe(true)
})

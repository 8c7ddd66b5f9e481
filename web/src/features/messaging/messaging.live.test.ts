import { expect, test, vi } from 'vitest'
import { chatQuery } from './chat.queries.ts'
import { messageEntity } from './messaging.entities.ts'
import { threadQuery, threadsQuery } from './messaging.queries.ts'
import { setOpenThread } from './open-thread.ts'
import { aMessage, aThread, person } from './testing/fake-threads.ts'
import { answersOf, ben, pageWith, signInBen, WHOLE_CHAT } from './testing/messaging-page.ts'

signInBen()

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

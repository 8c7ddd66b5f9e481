import { expect, test } from 'vitest'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import { aMessage, aThread } from './testing/fake-threads.ts'
import { answersOf, ben, pageWith, signInBen } from './testing/messaging-page.ts'
import { receiveThread } from './thread-store.ts'

signInBen()

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

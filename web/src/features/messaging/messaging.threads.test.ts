import { expect, test } from 'vitest'
import { messageEntity } from './messaging.entities.ts'
import { membersQuery, threadsQuery } from './messaging.queries.ts'
import { aMessage, aThread, person, sharedThread } from './testing/fake-threads.ts'
import { answersOf, ben, pageWith, signInBen } from './testing/messaging-page.ts'
import { receiveThread } from './thread-store.ts'

signInBen()

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

import { expect, test, vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { StoreDisk } from '../../platform/store/store-disk.ts'
import { setDisk } from '../../platform/store/stores.ts'
import { chatQuery } from './chat.queries.ts'
import { messageEntity, quotedEntity } from './messaging.entities.ts'
import { aMessage, aThread } from './testing/fake-threads.ts'
import { answersOf, pageWith, signInBen, WHOLE_CHAT } from './testing/messaging-page.ts'
import { putMessage, quoteOf, receiveThread } from './thread-store.ts'

signInBen()

const thread = aThread(1)
const [first, second, third] = [1, 2, 3].map((seq) => aMessage(thread, seq)) as [Message, Message, Message]
const reply: Message = { ...third, quote: quoteOf(first) }
const removed = { MessageThreadId: thread.id, messageType: 'normalChat', removedSeq: 2 }

test('removed messages vanish from the chat, the list and the badge as a refetch would show it', () => {
  const page = pageWith([{ ...thread, latestMessage: second, unreadMessagesCount: 2 }], [first, second])
  page.receive('messages:removed', removed)
  const after = { ...thread, latestMessage: null, removedSeq: 2, deliveredSeq: 2, seenSeq: 2 }
  expect(page.shown()).toEqual(answersOf([after]))
  expect(page.chat(thread.id)).toEqual([])
  const refetched = pageWith([after])
  expect(page.thread(thread.id)).toEqual(refetched.thread(thread.id))
})

test('a reply stays without its quote, and late copies of removed messages are refused in any order', () => {
  const page = pageWith([thread])
  for (const message of [first, second, reply]) page.receive('messages:new_message', message)
  page.receive('messages:removed', removed)
  page.receive('messages:updated', { ...first, version: 2, text: 'late' })
  putMessage(page.store, { ...reply, version: 2 }, true)
  const { quote: _quote, ...withoutQuote } = reply
  expect(page.chat(thread.id)).toEqual([{ ...withoutQuote, version: 2 }])
  expect(page.store.get(quotedEntity, first.id)).toBeUndefined()
  page.receive('messages:removed', { ...removed, removedSeq: 1 })
  expect(page.thread(thread.id)?.removedSeq).toBe(2)
  page.receive('messages:removed', { ...removed, messageType: 'asrChat', removedSeq: 3 })
  expect(page.chat(thread.id)).toHaveLength(1)
})

test('an open chat that shows only removed messages reads the newest ones', () => {
  const page = pageWith([thread], [first, second])
  page.cache.setQueryData(chatQuery(thread.id).queryKey, { ...WHOLE_CHAT, to: 2 })
  page.receive('messages:removed', removed)
  expect(page.cache.getQueryData(chatQuery(thread.id).queryKey)).toBeUndefined()
})

test('a page deletes from disk what an earlier page has forgotten, when a reply says it again', () => {
  const removedThread = { ...thread, removedSeq: 2 }
  const page = pageWith([removedThread])
  const trim = vi.fn(async () => undefined)
  setDisk(page.store, { trim } as Partial<StoreDisk> as StoreDisk)
  for (let reply = 0; reply < 2; reply++) receiveThread(page.store, removedThread)
  expect(trim.mock.calls).toEqual([
    [messageEntity, thread.id, 3],
    [quotedEntity, thread.id, 3],
  ])
})

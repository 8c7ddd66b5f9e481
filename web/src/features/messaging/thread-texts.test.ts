import { expect, test } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { textIn } from '@noroshi/contract/texts'
import { setLanguage, type Text } from '../../platform/language/i18n.ts'
import { matchesName, isNewMessageIn, isShownInList, receiptOf, announcementOf, threadName } from './thread-texts.ts'
import { aMessage, aThread, person } from './testing/fake-threads.ts'

const english: Text = (key, params) => textIn('en', key, params)

test('a message is delivered or seen when all other members received or saw it', () => {
  const message = (seq: number) => aMessage(aThread(1), seq, person('Ben'))
  const watermarks = { deliveredSeq: 3, seenSeq: 2 }
  expect([1, 2, 3, 4].map((seq) => receiptOf(message(seq), watermarks))).toEqual(['seen', 'seen', 'delivered', 'sent'])
})

test('only messages of other users in this chat are announced, with the name of the sender', () => {
  const thread = aThread(1)
  const ben = person('Ben').id
  const isNews = (message: Message) => isNewMessageIn(thread.id, message, ben)
  const [received, own] = [aMessage(thread, 1), aMessage(thread, 2, person('Ben'))]
  expect([received, own, aMessage(aThread(2), 3)].map(isNews)).toEqual([true, false, false])
  expect(isNews(aMessage(thread, 4, person('Aiko'), { messageType: 'asrChat' }))).toBe(false)
  expect([received, { ...received, text: '' }].map((message) => announcementOf(message, english))).toEqual([
    'Aiko: message 1',
    'Aiko: Sent a file',
  ])
})

test('a chat with a person of a Japanese name shows the family name first in Japanese only', async () => {
  const withPerson = aThread(1, { recipient: { ...person('遥'), lastName: '佐藤' } })
  await setLanguage('ja')
  expect(threadName(withPerson)).toBe('佐藤 遥')
  await setLanguage('en')
  expect(threadName(withPerson)).toBe('遥 佐藤')
})

test('a chat that the user started without writing is listed only while it is open or has unsent text', () => {
  const empty = aThread(1)
  expect(isShownInList(empty, false, false)).toBe(false)
  expect([isShownInList(empty, true, false), isShownInList(empty, false, true)]).toEqual([true, true])
  const others = [
    { ...empty, latestMessage: aMessage(empty, 1) },
    { ...empty, hasAccepted: false },
    aThread(2, { isGroup: true }),
  ]
  expect(others.map((thread) => isShownInList(thread, false, false))).toEqual([true, true, true])
})

test('a chat matches if its name contains every term, and first and last name match in both orders', () => {
  const withPerson = aThread(1, { recipient: { ...person('遥'), lastName: '佐藤' } })
  for (const sought of ['遥', '佐藤遥', '遥佐藤', '藤　遥']) expect(matchesName(withPerson, sought), sought).toBe(true)
  for (const sought of ['鈴木', '遥 鈴木', ' ']) expect(matchesName(withPerson, sought), sought).toBe(false)
  const group = aThread(2, { isGroup: true })
  expect([matchesName(group, 'gro ２'), matchesName(group, 'GROUP'), matchesName(group, 'group 3')]).toEqual([true, true, false])
})

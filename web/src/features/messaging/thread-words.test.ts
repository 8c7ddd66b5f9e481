import { expect, test } from 'vitest'
import { fill } from '@noroshi/contract/i18n'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { messages } from '@noroshi/contract/messages'
import type { Text } from '../../platform/i18n.ts'
import { excerptOf } from './search-hit.ts'
import { isNewsIn, receiptOf, spokenOf } from './thread-words.ts'
import { aMessage, aThread, person } from './testing/threads.ts'

const english: Text = (key, params) => fill(messages[key].en, params)

test('a message is seen when all have seen it, delivered when all have it', () => {
  const message = (seq: number) => aMessage(aThread(1), seq, person('Ben'))
  const watermarks = { deliveredSeq: 3, seenSeq: 2 }
  expect([1, 2, 3, 4].map((seq) => receiptOf(message(seq), watermarks))).toEqual(['seen', 'seen', 'delivered', 'sent'])
})

test('only what another writes in this chat is read out, with who says it', () => {
  const thread = aThread(1)
  const ben = person('Ben').id
  const isNews = (message: Message) => isNewsIn(thread.id, message, ben)
  const [theirs, mine] = [aMessage(thread, 1), aMessage(thread, 2, person('Ben'))]
  expect([theirs, mine, aMessage(aThread(2), 3)].map(isNews)).toEqual([true, false, false])
  expect(isNews(aMessage(thread, 4, person('Aiko'), { messageType: 'asrChat' }))).toBe(false)
  expect([theirs, { ...theirs, text: '' }].map((message) => spokenOf(message, english))).toEqual([
    'Aiko: message 1',
    'Aiko: Sent a file',
  ])
})

test('the sought words are marked whatever their width and capitals', () => {
  expect(excerptOf('避難所はｷﾞﾓﾝ小学校です', '小学')).toEqual({ before: '避難所はｷﾞﾓﾝ', hit: '小学', after: '校です' })
  expect(excerptOf('Water TRUCK at nine', 'truck')).toEqual({ before: 'Water ', hit: 'TRUCK', after: ' at nine' })
  expect(excerptOf('給水車は９時', '9時')).toEqual({ before: '給水車は', hit: '９時', after: '' })
  expect(excerptOf('nothing here', 'water').hit).toBe('')
  const { before, hit } = excerptOf(`${'x'.repeat(200)} water`, 'water')
  expect([before.length < 30, hit]).toEqual([true, 'water'])
})

test('words that stand apart or in another order are found: the first of them is marked', () => {
  expect(excerptOf('Water comes by truck at nine', 'truck water')).toMatchObject({ before: '', hit: 'Water' })
  expect(excerptOf('給水車は学校へ', '学校　給水')).toMatchObject({ before: '', hit: '給水' })
  expect(excerptOf('Soup at the school', 'water school')).toMatchObject({ before: 'Soup at the ', hit: 'school' })
  expect(excerptOf('The water truck comes', 'the  truck')).toMatchObject({ hit: 'The' })
  expect(excerptOf('a truck, the water truck', 'water truck').hit).toBe('water truck')
})

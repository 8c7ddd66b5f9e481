import { expect, test } from 'vitest'
import { excerptOf } from './search-hit.ts'
import { receiptOf } from './thread-words.ts'
import { aMessage, aThread, person } from './testing/threads.ts'

test('a message is seen when all have seen it, delivered when all have it', () => {
  const message = (seq: number) => aMessage(aThread(1), seq, person('Ben'))
  const watermarks = { deliveredSeq: 3, seenSeq: 2 }
  expect([1, 2, 3, 4].map((seq) => receiptOf(message(seq), watermarks))).toEqual(['seen', 'seen', 'delivered', 'sent'])
})

test('the sought words are marked whatever their width and capitals', () => {
  expect(excerptOf('避難所はｷﾞﾓﾝ小学校です', '小学')).toEqual({ before: '避難所はｷﾞﾓﾝ', hit: '小学', after: '校です' })
  expect(excerptOf('Water TRUCK at nine', 'truck')).toEqual({ before: 'Water ', hit: 'TRUCK', after: ' at nine' })
  expect(excerptOf('給水車は９時', '9時')).toEqual({ before: '給水車は', hit: '９時', after: '' })
  expect(excerptOf('nothing here', 'water').hit).toBe('')
  const { before, hit } = excerptOf(`${'x'.repeat(200)} water`, 'water')
  expect([before.length < 30, hit]).toEqual([true, 'water'])
})

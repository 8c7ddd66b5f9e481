import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validMentions } from '@noroshi/contract/messaging/mentions'
import { type Mentionable, mentionsOf, offeredFor, typedMention, withMention } from './mention-text.ts'

const ben: Mentionable = { userId: '1', names: ['Ben'] }
const benjamin: Mentionable = { userId: '2', names: ['Benjamin Sato', '佐藤 Benjamin'] }
const haruka: Mentionable = { userId: '3', names: ['佐藤 はるか', 'はるか 佐藤'] }
const all: Mentionable = { userId: null, names: ['全員', 'all'] }
const everyone = [ben, benjamin, haruka, all]

test.each([
  ['@Be', 3, { start: 0, query: 'Be' }],
  ['hello @', 7, { start: 6, query: '' }],
  ['はい＠さとう', 6, { start: 2, query: 'さとう' }],
  ['@Benjamin Sa', 12, { start: 0, query: 'Benjamin Sa' }],
  ['ben@example.org', 15, null],
  ['@Ben\nnext', 9, null],
  ['no mention', 10, null],
  ['@ Ben', 5, null],
  ['@Ben @C', 7, { start: 5, query: 'C' }],
])('in %j at %i, the typed mention is %j', (text, caret, typed) => {
  expect(typedMention(text, caret)).toEqual(typed)
})

test('members are offered by any part of their name, also in another kana', () => {
  const idsOf = (query: string) => offeredFor(query, everyone).map(({ userId }) => userId)
  expect(idsOf('')).toEqual(['1', '2', '3', null])
  expect(idsOf('ben')).toEqual(['1', '2'])
  expect(idsOf('ハルカ')).toEqual(['3'])
  expect(idsOf('Dora')).toEqual([])
})

test('a picked name replaces what was typed of it, and the caret is behind one space', () => {
  expect(withMention('hi ＠be there', 6, { start: 3, query: 'be' }, 'Ben')).toEqual({ text: 'hi ＠Ben there', caret: 8 })
})

test.each([
  ['@Ben come', [['1', 0, 4]]],
  [
    '@Benjamin Sato and @Ben',
    [
      ['2', 0, 14],
      ['1', 19, 4],
    ],
  ],
  ['@Bennet', []],
  ['mail a@Ben', []],
  ['＠佐藤 はるかさん、水を', [['3', 0, 7]]],
  [
    '@all @全員',
    [
      [null, 0, 4],
      [null, 5, 3],
    ],
  ],
  ['@Dora', []],
] as const)('%j mentions %j', (text, expected) => {
  expect(mentionsOf(text, everyone)).toEqual(expected.map(([userId, start, length]) => ({ userId, start, length })))
})

test('the mentions of any text are valid for the server', () => {
  const part = fc.constantFrom('@', '＠', 'Ben', 'a', ' Sato', '佐藤', ' はるか', 'all', 'x', '👍', '\n')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const found = mentionsOf(text, everyone)
      expect(validMentions(text, found)).toEqual(found)
    }),
  )
})

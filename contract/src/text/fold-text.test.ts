import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedForms, foldText, isFoundIn } from './fold-text.ts'

test.each<[query: string, name: string]>([
  ['はるか', 'ハルカ'],
  ['ハルカ', 'はるか'],
  ['はるか', 'ﾊﾙｶ'],
  ['がく', 'か\u3099く'],
  ['ガク', 'ｶﾞｸ'],
  ['渡辺', '渡邊'],
  ['渡邉', '渡辺'],
  ['斎藤', '齋藤'],
  ['齊藤', '斎藤'],
  ['高橋', '髙橋'],
  ['吉田', '𠮷田'],
  ['山崎', '山﨑'],
  ['辻', '辻\u{e0100}'],
  ['佐藤遥', '佐藤 遥'],
  ['佐藤　遥', '佐藤遥'],
  ['避難所開設', '避難所　開設'],
  ['避難所 開設', '避難所開設'],
  ['木 子', '鈴木 愛子'],
  ['橋　通れ', '橋は通れません'],
  ['zoe', 'Zoë'],
  ['ZOË', 'zoe'],
  ['muller', 'Müller'],
  ['mueller', 'Müller'],
  ['Müller', 'Mueller'],
  ['strasse', 'Straße'],
  ['soren', 'Søren'],
  ['soeren', 'Søren'],
  ['lodz', 'Łódź'],
  ["O'Neil", 'O’Neil'],
  ['ｏ’ｎｅｉｌ', "O'Neil"],
  ['anna', 'An\u200bna'],
  ['istanbul', 'İstanbul'],
  ['fi', 'ﬁ'],
])('a search for %j finds %j', (query, text) => {
  expect(isFoundIn([text], query)).toBe(true)
})

test.each<[query: string, name: string]>([
  ['はるか', 'はるな'],
  ['はしか', 'はるか'],
  ['かく', 'がく'],
  ['muller', 'Miller'],
  ['zoe', 'Zora'],
  ['高木', '高橋'],
])('a search for %j does not find %j', (query, text) => {
  expect(isFoundIn([text], query)).toBe(false)
})

test('spaces between Latin words stay, also beside Japanese', () => {
  expect(foldText('Anna  Lee')).toBe('anna lee')
  expect(foldText('Sato 遥')).toBe('sato 遥')
  expect(foldText('  ')).toBe('')
})

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const folded = foldText(text)
      expect(foldText(folded)).toBe(folded)
      expect(foldedForms(text)[0]).toBe(folded)
    }),
    { numRuns: 2000 },
  )
})

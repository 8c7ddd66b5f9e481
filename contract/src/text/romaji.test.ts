// cspell:ignore Satō Satoh Chiaki Tsuyoshi Fumie Namba Kyoko Haruko Saito -- names
import { expect, test } from 'vitest'
import { foreignKey, romajiKey } from './romaji.ts'

test.each([
  ['はるか', 'Haruka'],
  ['さとう', 'Sato'],
  ['さとう', 'Satō'],
  ['サトウ', 'Satoh'],
  ['しんいち', 'Shinichi'],
  ['じゅんこ', 'Junko'],
  ['ちあき', 'Chiaki'],
  ['つよし', 'Tsuyoshi'],
  ['ふみえ', 'Fumie'],
  ['はっとり', 'Hattori'],
  ['なんば', 'Namba'],
  ['きょうこ', 'Kyoko'],
  ['エマ', 'Emma'],
  ['ｴﾐﾘｰ', 'Emily'],
])('%s and %s have the same key', (kana, latin) => expect(romajiKey(kana)).toBe(romajiKey(latin)))

test.each([
  ['ダニエル', 'Daniel'],
  ['ロバート', 'Robert'],
  ['マイケル', 'Michael'],
  ['ジョン', 'John'],
  ['サラ', 'Sarah'],
  ['デイビッド', 'David'],
])('%s and %s sound alike', (kana, latin) => expect(foreignKey(kana)).toBe(foreignKey(latin)))

test.each([
  ['はるか', 'Haruko'],
  ['ひろこ', 'Haruka'],
  ['さとう', 'Saito'],
  ['エマ', 'Amy'],
])('%s and %s have different keys', (kana, latin) => expect(romajiKey(kana)).not.toBe(romajiKey(latin)))

test('a name with kanji and an empty one have none', () => {
  expect([romajiKey('佐藤'), foreignKey('佐藤'), romajiKey(''), romajiKey('さとう 遥')]).toEqual(['', '', '', ''])
})

import { expect, test } from 'vitest'
import { isJapanese, nameIn, storedNameIn } from './person-name.ts'

test.each([
  ['ja', '遥', '佐藤', '佐藤 遥'],
  ['ja', 'はるか', 'さとう', 'さとう はるか'],
  ['ja', 'マリア', 'Santos', 'Santos マリア'],
  ['ja', 'Haruka', 'Sato', 'Haruka Sato'],
  ['ja', '遥', '', '遥'],
  ['ja', '', '佐藤', '佐藤'],
  ['ja', '', '', ''],
  ['en', '遥', '佐藤', '遥 佐藤'],
  ['en', 'Haruka', 'Sato', 'Haruka Sato'],
  ['en', 'Haruka', '', 'Haruka'],
  ['en', 'Anna\u202e', 'Bob', 'Anna Bob'],
] as const)('a reader of %s sees the first name %j and the last name %j as %j', (language, firstName, lastName, shown) => {
  expect(nameIn(language, { firstName, lastName })).toBe(shown)
})

test.each([
  ['ja', '遥 佐藤', '佐藤 遥'],
  ['en', '遥 佐藤', '遥 佐藤'],
  ['ja', 'Haruka Sato', 'Haruka Sato'],
  ['ja', '遥', '遥'],
  ['ja', 'Anna Maria 佐藤', 'Anna Maria 佐藤'],
] as const)('a reader of %s sees the stored name %j as %j', (language, stored, shown) => {
  expect(storedNameIn(language, stored)).toBe(shown)
})

test.each([
  ['佐藤', true],
  ['さとう', true],
  ['サトウ', true],
  ['Sato 遥', true],
  ['Sato', false],
  ['René', false],
  ['', false],
])('the script of %j is Japanese: %j', (text, expected) => {
  expect(isJapanese(text)).toBe(expected)
})

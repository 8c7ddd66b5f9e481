import { expect, test } from 'vitest'
import { setLanguage, text } from '../../../platform/language/i18n.ts'
import { NO_COLUMNS } from './csv-columns.ts'
import { readPeople, splitName } from './csv-people.ts'
import type { CsvRow } from './read-csv.ts'

const rowsOf = (...rows: string[][]): CsvRow[] => rows.map((cells, index) => ({ number: index + 2, cells, isBroken: false }))
const columns = { ...NO_COLUMNS, name: 0, email: 1, phone: 2 }
const read = (...rows: string[][]) => readPeople(rowsOf(...rows), columns, text)
const problems = (...rows: string[][]) => read(...rows).map(({ problem }) => problem)

test.each([
  ['佐藤 遥', '遥', '佐藤'],
  ['髙橋　健 太郎', '健 太郎', '髙橋'],
  ['Mary Ann Smith', 'Mary Ann', 'Smith'],
  ['Sato, Haruka', 'Haruka', 'Sato'],
  ['遥', '遥', ''],
  [' ', '', ''],
])('the whole name "%s" is divided', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})

test('names and addresses are read as the registration stores them', () => {
  expect(read(['佐藤　遥', ' Ａoi＠Example.org ', '090-1234-5678'])).toEqual([
    {
      number: 2,
      firstName: '遥',
      lastName: '佐藤',
      email: 'aoi@example.org',
      phone: '090-1234-5678',
      problem: null,
      remark: null,
    },
  ])
  const own = { ...NO_COLUMNS, lastName: 1, firstName: 0 }
  expect(readPeople(rowsOf(['Ann', 'de Boer']), own, text)).toMatchObject([{ firstName: 'Ann', lastName: 'de Boer' }])
})

test('each bad row has its problem in words', () => {
  expect(
    problems(
      ['', ''],
      ['Aoi', 'aoi@'],
      ['see https://evil.example', 'b@e.org'],
      ['x'.repeat(61), 'c@e.org'],
      ['Ben', 'ben@e.org'],
      ['Benjamin', 'ＢEN@e.org'],
      ['Chie', ''],
      ['Chie', ''],
      ['a\u0000', 'd@e.org'],
    ),
  ).toEqual([
    'Name and email address are missing',
    'Email: Please enter a valid email',
    expect.stringContaining('must not contain a web address'),
    'First name: At most 60 characters',
    null,
    'The same email address as row 6',
    null,
    'The same name as row 8, without an email address',
    expect.any(String),
  ])
  expect(readPeople([{ number: 2, cells: ['A'], isBroken: true }], columns, text)[0]?.problem).toBe(
    'The quotation marks do not match',
  )
})

test('a missing address and an odd phone number are remarks, and the person is invited', () => {
  expect(read(['Aoi', '', ''], ['Ben', 'b@e.org', '12'])).toMatchObject([
    { problem: null, remark: 'Without an email address' },
    { problem: null, remark: 'Unusual phone number: 12' },
  ])
})

test('the problems are in the language of the page', async () => {
  await setLanguage('ja')
  expect(problems(['', ''], ['葵', 'aoi@'])).toEqual([
    '名前とメールアドレスがありません',
    'メールアドレス：有効なメールアドレスを入力してください',
  ])
  await setLanguage('en')
})

test('among 2000 rows a double is found', () => {
  const rows = rowsOf(...Array.from({ length: 2000 }, (_, index) => [`Person ${index}`, `p${index % 1999}@example.org`]))
  const bad = readPeople(rows, columns, text).filter(({ problem }) => problem !== null)
  expect(bad).toMatchObject([{ number: 2001, problem: 'The same email address as row 2' }])
})

import { expect, test } from 'vitest'
import { guessColumns, isHeader } from './csv-columns.ts'
import { detectEncoding, readCsv } from './read-csv.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
/** '氏名,メール\r\n髙橋 﨑子,t@example.org\r\n' as Japanese Excel writes it (CP932). */
const JAPANESE_EXCEL = Uint8Array.from(
  [
    [0x8e, 0x81, 0x96, 0xbc, 0x2c, 0x83, 0x81, 0x81, 0x5b, 0x83, 0x8b, 0x0d, 0x0a],
    [0xfb, 0xfc, 0x8b, 0xb4, 0x20, 0xfa, 0xb1, 0x8e, 0x71, 0x2c, ...utf8('t@example.org\r\n')],
  ].flat(),
)
const cellsOf = (bytes: Uint8Array, encoding = detectEncoding(bytes)) => readCsv(bytes, encoding).map(({ cells }) => cells)

test('a file of Japanese Excel is read with its extended characters', () => {
  expect(detectEncoding(JAPANESE_EXCEL)).toBe('shift_jis')
  expect(cellsOf(JAPANESE_EXCEL)).toEqual([
    ['氏名', 'メール'],
    ['髙橋 﨑子', 't@example.org'],
  ])
})

test.each([
  ['UTF-8', utf8('氏名,メール\n髙橋,a@example.org'), 'utf-8'],
  ['UTF-8 with a byte order mark', utf8('\ufeff氏名,メール\n髙橋,a@example.org'), 'utf-8'],
  [
    'UTF-16',
    Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from('氏名\tメール\n髙橋\ta@example.org', (c) => c.charCodeAt(0)).buffer),
    ]),
    'utf-16le',
  ],
])('a file in %s is recognised', (_, bytes, encoding) => {
  expect(detectEncoding(bytes)).toBe(encoding)
  expect(cellsOf(bytes)).toEqual([
    ['氏名', 'メール'],
    ['髙橋', 'a@example.org'],
  ])
})

test('a file of Western Excel is recognised, and another encoding can be chosen', () => {
  const bytes = Uint8Array.from([...utf8('name;email\nRen'), 0xe9, ...utf8(' No'), 0xeb, ...utf8('l;r@example.org')])
  expect(detectEncoding(bytes)).toBe('windows-1252')
  expect(cellsOf(bytes)[1]).toEqual(['René Noël', 'r@example.org'])
  expect(cellsOf(bytes, 'utf-8')[1]).toEqual(['Ren\ufffd No\ufffdl', 'r@example.org'])
})

test.each([',', ';', '\t'])('cells between "%s" are divided, also with quotes and line breaks in them', (sign) => {
  const bytes = utf8(['name', 'note', 'email'].join(sign) + '\r\n' + ['"Sato, ""Aoi"""', '"two\r\nlines"', 'h@e.org'].join(sign))
  expect(cellsOf(bytes)).toEqual([
    ['name', 'note', 'email'],
    ['Sato, "Aoi"', 'two\r\nlines', 'h@e.org'],
  ])
})

test('empty rows are left out and keep the numbers of the others; a missing quotation mark is reported', () => {
  expect(readCsv(utf8('name,email\n\n,\nA,a@e.org\n"B,b@e.org\n'), 'utf-8')).toMatchObject([
    { number: 1 },
    { number: 4, cells: ['A', 'a@e.org'], isBroken: false },
    { number: 5, isBroken: true },
  ])
})

test.each([
  [['氏名', 'メールアドレス', '電話番号', '班'], { name: 0, email: 1, phone: 2 }],
  [['姓', '名', 'Ｅメール'], { lastName: 0, firstName: 1, email: 2, name: null }],
  [['E-Mail Address', 'Full Name', 'Group'], { email: 0, name: 1, phone: null }],
  [['Given name', 'Family_Name', 'Name', 'mobile phone'], { firstName: 0, lastName: 1, name: null, phone: 3 }],
])('the header %j names its columns', (header, columns) => {
  expect(isHeader(header)).toBe(true)
  expect(guessColumns(header, true)).toMatchObject(columns)
})

test('without a header the address and the name are found by their form', () => {
  expect(isHeader(['h@example.org', '佐藤 遥'])).toBe(false)
  expect(guessColumns(['h@example.org', '佐藤 遥'], false)).toMatchObject({ email: 0, name: 1 })
})

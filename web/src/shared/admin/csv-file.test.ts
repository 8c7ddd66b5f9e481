import { expect, test } from 'vitest'
import { csvOf } from './csv-file.ts'

test('a CSV file has a byte order mark and quotes, and no cell that a spreadsheet runs as a formula', async () => {
  const cells = ['=1+1', '+81 90', '-2', '@SUM(A1)', ' =1', '＝1', '\t=1', 'a "b", c', '佐藤']
  const file = csvOf(
    ['Name'],
    cells.map((cell) => [cell]),
  )
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
    'Name',
    '"\'=1+1"',
    '"\'+81 90"',
    '"\'-2"',
    '"\'@SUM(A1)"',
    '"\' =1"',
    '"\'＝1"',
    '"\'\t=1"',
    '"a ""b"", c"',
    '佐藤',
  ])
})

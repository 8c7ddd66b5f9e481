import { foldedForms, foldText } from '@noroshi/contract/text/fold-text'
import { KANJI_VARIANTS } from '@noroshi/contract/text/kanji-variants'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '#/testing/fuzz/random.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Characters that the rules concern, each with others around it. */
const CHARACTERS = [
  ...Array.from({ length: 0x2ff - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).filter(
    (one) => !/[\u0080-\u009f]/.test(one),
  ),
  ...Array.from({ length: 0x70 }, (_, index) => String.fromCharCode(0x300 + index)),
  ...Array.from({ length: 0xff }, (_, index) => String.fromCharCode(0x1e00 + index)),
  ...Array.from({ length: 0xbf }, (_, index) => String.fromCharCode(0x3041 + index)).filter((one) => /\p{L}|\p{M}/u.test(one)),
  ...Array.from({ length: 0xde }, (_, index) => String.fromCharCode(0xff01 + index)),
  ...KANJI_VARIANTS.flat(),
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2068',
  '\ufe0f',
  '\u{e0101}',
  '\u3164',
  '\u00ad',
  '\u3000',
  '\u00a0',
  '’',
  '–',
  '々',
  '佐藤',
  'Σας',
  'Жй',
]

/** Returns both results of the database for each text. */
async function foldedBySql(texts: readonly string[]) {
  const { rows } = await sql<{ folded: string; long: string }>`
    SELECT folded(word), folded_long(word) AS long FROM unnest(${[...texts]}::text[]) WITH ORDINALITY AS words (word, place) ORDER BY place`.execute(
    noroshi.db,
  )
  return rows
}

test('the database folds each character as the contract does', async () => {
  const texts = CHARACTERS.flatMap((one) => [one, `a${one}b`, `佐 ${one} 藤`])
  const rows = await foldedBySql(texts)
  const different = texts.flatMap((text, index) => {
    const expected = [foldText(text), foldedForms(text).at(-1)]
    const actual = [rows[index]?.folded, rows[index]?.long]
    return JSON.stringify(actual) === JSON.stringify(expected) ? [] : [{ text: JSON.stringify(text), actual, expected }]
  })
  expect(different).toEqual([])
})

test('the database folds random texts as the contract does', async () => {
  const random = new Random(7)
  const texts = Array.from({ length: 2000 }, () =>
    Array.from({ length: 1 + random.below(12) }, () => random.pick(CHARACTERS)).join(''),
  )
  const rows = await foldedBySql(texts)
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
})

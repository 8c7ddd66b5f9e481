import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutStart, cutText, graphemesOf } from './graphemes.ts'
import { memberNameText, toNameText } from './name-text.ts'
import { hasReordering, isBlank, isolateOrder, toBodyText } from './visible-text.ts'

const BLANK = [
  '',
  ' ',
  '\u3000',
  '\u3164',
  '\uffa0',
  '\u115f',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u2800',
  '\ufe0f',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u180e',
  '\u202e',
  '\ufeff',
  '\u{e0041}',
  '\u{1d159}',
  '\u0301',
  '\n\t',
  '\u200b \u3164\u2800',
]

test.each(BLANK)('%j shows nothing: it is an empty name and an empty text', (text) => {
  expect(isBlank(text)).toBe(true)
  expect(toNameText(text)).toBe('')
  expect(toBodyText(text)).toBe('')
  expect(memberNameText('common.required').min(1).safeParse(text).success).toBe(false)
})

test.each([
  'X',
  "O'Brien",
  'null',
  '👨‍👩‍👧',
  'محمد',
  'か\u3099く',
  '.',
  '❤️',
  '1️⃣',
  '𠮷',
  'N\u0303',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'می\u200cخواهم',
  '佐藤　遥',
  'Zoë',
  'クリス・エバンス',
])('%j is a name', (text) => {
  expect(isBlank(text)).toBe(false)
  expect(memberNameText('common.required').parse(text)).toBe(text.normalize('NFC'))
})

test.each(['Anna\u202eBob', '\u2067Anna\u2069 Bob', 'Anna\nBob', 'Anna\u2028Bob', 'Anna\u0007Bob', 'https://evil.example'])(
  '%j is refused as a name',
  (text) => {
    expect(memberNameText('common.required').safeParse(text).success).toBe(false)
  },
)

test('invisible characters at the ends of a name or a text are removed', () => {
  expect(toNameText('\u2068Anna\u2069')).toBe('Anna')
  expect(toNameText('\u200b Anna \u3164')).toBe('Anna')
  expect(toNameText('Anna\tLee')).toBe('Anna Lee')
  expect(toBodyText('\r\n Hello\r\nworld \u200b')).toBe('Hello\nworld')
  expect(toNameText('❤️')).toBe('❤️')
})

test('a text with open directions ends them itself', () => {
  expect(isolateOrder('a\u202eb')).toBe('a\u202eb\u202c')
  expect(isolateOrder('a\u2066b\u202ec')).toBe('a\u2066b\u202ec\u202c\u2069')
  expect(isolateOrder('a\u202c\u2069b')).toBe('ab')
  expect(isolateOrder('\u2068a\u2069')).toBe('\u2068a\u2069')
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\u202a', '\u202e', '\u2066', '\u2068', '\u202c', '\u2069'), maxLength: 30 }),
      (text) => {
        let depth = 0
        for (const character of isolateOrder(text)) {
          if (/[\u202a\u202b\u202d\u202e\u2066-\u2068]/.test(character)) depth += 1
          if (/[\u202c\u2069]/.test(character)) depth -= 1
          expect(depth).toBeGreaterThanOrEqual(0)
        }
        expect(depth).toBe(0)
      },
    ),
  )
  expect(hasReordering('abc محمد')).toBe(false)
})

test.each<[text: string, max: number, cut: string]>([
  ['abc', 5, 'abc'],
  ['abc', 2, 'ab'],
  ['a👨‍👩‍👧', 5, 'a'],
  ['a👨‍👩‍👧b', 9, 'a👨‍👩‍👧'],
  ['🇯🇵🇩🇪', 6, '🇯🇵'],
  ['か\u3099', 1, 'か'],
  ['aか\u3099', 2, 'a'],
  ['𠮷𠮷', 3, '𠮷'],
  ['e\u0301e\u0301', 3, 'e\u0301'],
])('%j is cut at %d to %j', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut)
})

test('a cut is never longer than its limit, well formed and at the end of a grapheme', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), fc.nat({ max: 120 }), (text, max) => {
      const cut = cutText(text, max)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(max)
      expect(cut.isWellFormed()).toBe(true)
    }),
  )
  const accents = `a${'\u0301'.repeat(5000)}`
  expect(cutText(accents, 1000)).toHaveLength(1000)
})

test('graphemes are found without a segmenter too', () => {
  const segmenter = Intl.Segmenter
  try {
    Object.assign(Intl, { Segmenter: undefined })
    expect(graphemesOf('a👨‍👩‍👧🇯🇵e\u0301か\u3099𠮷❤️')).toEqual(['a', '👨‍👩‍👧', '🇯🇵', 'e\u0301', 'か\u3099', '𠮷', '❤️'])
  } finally {
    Object.assign(Intl, { Segmenter: segmenter })
  }
})

test('the end of a text does not begin inside a grapheme', () => {
  expect(cutStart('abc', 2)).toBe('bc')
  expect(cutStart('👨‍👩‍👧b', 4)).toBe('b')
  expect(cutStart('a👨‍👩‍👧b', 9)).toBe('👨‍👩‍👧b')
  expect(cutStart('𠮷𠮷', 3)).toBe('𠮷')
  expect(cutStart(`${'あ'.repeat(500)}e\u0301`, 1)).toBe('')
})

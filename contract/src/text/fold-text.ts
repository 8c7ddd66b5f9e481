import { toHiragana } from './kana.ts'
import { commonKanji } from './kanji-variants.ts'

/**
 * Letters that Unicode does not take apart into a letter and an accent. The database has the same table in `folded()`.
 */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  '\u2019': "'",
  '\u02bc': "'",
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '-',
}
const PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu')

/** Letters that some languages also write as two. */
const LONG_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const LONG_LETTER = /[äöüåø]/g

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const JAPANESE = '\\u3041-\\u3096\\u309d-\\u309f\\u30fc\\u3400-\\u4dbf\\u4e00-\\u9fff\\u3005\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
const SPACE_IN_JAPANESE = new RegExp(`(?<=[${JAPANESE}]) +(?=[${JAPANESE}])`, 'gu')

/** Removes differences of width, case and invisible characters. */
const plainText = (text: string): string =>
  text.replaceAll(IGNORABLE, '').normalize('NFKC').toLowerCase().replaceAll(IGNORABLE, '')

const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(PLAIN_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)

const foldPlain = (text: string): string =>
  Array.from(toHiragana(withoutAccents(text)), commonKanji)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(SPACE_IN_JAPANESE, '')

/**
 * Returns the form in which texts are compared that people write in different ways: without case, width, accents, invisible
 * characters and spaces inside Japanese text, in hiragana instead of katakana, with the common forms of kanji. Two texts
 * with the same form are alike; it is never shown. The function `folded()` of the database does the same.
 */
export const foldText = (text: string): string => foldPlain(plainText(text))

/**
 * Returns the forms of a name, for example those of Müller: `muller` and `mueller`. The first is that of {@link foldText}.
 */
export function foldedForms(name: string): string[] {
  const plain = plainText(name).normalize('NFC')
  const long = plain.replaceAll(LONG_LETTER, (letter) => LONG_LETTERS[letter] ?? letter)
  return long === plain ? [foldPlain(plain)] : [...new Set([foldPlain(plain), foldPlain(long)])]
}

/** Returns the words of a query, each in the forms in which it may be written. A text must contain one form of each. */
export const foldedWords = (query: string): string[][] =>
  query
    .normalize('NFKC')
    .split(/\s+/)
    .map(foldedForms)
    .filter(([form]) => form !== '')

/**
 * Whether texts, such as the two orders of a name, contain each word of a query, in any of the forms in which both may be
 * written. An empty query is found nowhere.
 */
export function isFoundIn(texts: readonly string[], query: string): boolean {
  const folded = texts.flatMap(foldedForms)
  const words = foldedWords(query)
  return words.length > 0 && words.every((forms) => forms.some((form) => folded.some((text) => text.includes(form))))
}

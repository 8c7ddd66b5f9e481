// cspell:ignore łukasz lukasz łđðøæœßı -- a name, and letters with marks
import { readFileSync } from 'node:fs'
import { isKana, kanaPhones } from './kana.ts'
import { lettersToPhones } from './letters-to-phones.ts'
import { DICTIONARY } from './library.ts'
import { foreignPhones } from './name-pronunciations.ts'

/** Max pronunciations of one text. */
const CHOICES_MAX = 12
/** Words whose pronunciation is kept. */
const KEPT_MAX = 2000

let dictionary: string | null = null
const known = new Map<string, Promise<readonly string[]>>()

/** @returns the pronunciations of a text in phones of the acoustic model, the likeliest first; none for a text that is not readable */
export async function pronounce(text: string): Promise<string[]> {
  const words = text.split(/[\s.・-]+/).filter(Boolean)
  if (words.length > 0 && words.every(isKana)) return kanaPhones(words.join(' '))
  let joined = ['']
  for (const word of words) {
    const choices = await phonesOf(word)
    joined = joined.flatMap((start) => choices.map((choice) => `${start} ${choice}`.trim())).slice(0, CHOICES_MAX)
  }
  return joined.filter((phones) => phones !== '')
}

/** @returns the pronunciations of one word of a name, the likeliest first, also of names that are not English */
export async function pronounceName(word: string): Promise<string[]> {
  const english = await pronounce(word)
  const letters = plainLetters(word)
  return [...new Set([...english, ...foreignPhones(letters, isInDictionary(letters))])]
}

/** @returns the pronunciations of a word; none where they cannot be found. Callers at the same time share one result. */
function phonesOf(word: string): Promise<readonly string[]> {
  if (isKana(word)) return Promise.resolve(kanaPhones(word))
  const key = plainLetters(word)
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const phones = englishPhones(key).catch(() => {
    known.delete(key) // the next caller tries again
    return []
  })
  if (known.size >= KEPT_MAX) known.clear()
  known.set(key, phones)
  return phones
}

/** Letters without a mark that NFKD would remove. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ð: 'd', ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i', '’': "'" }

/** @returns the word in lower case without marks: `josé` has the letters of `jose`, `łukasz` those of `lukasz` */
const plainLetters = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[łđðøæœßı’]/g, (letter) => PLAIN[letter] ?? letter)

const readDictionary = (): string => (dictionary ??= `\n${readFileSync(DICTIONARY, 'utf8')}`)

const isInDictionary = (word: string): boolean => readDictionary().includes(`\n${word} `)

/** The pronunciations of the dictionary, else those that the letters suggest. */
async function englishPhones(word: string): Promise<readonly string[]> {
  if (!/^[a-z\d']*[a-z\d][a-z\d']*$/.test(word)) return []
  const entries = readDictionary()
  const found: string[] = []
  for (let variant = 1; variant < 9; variant++) {
    const entry = `\n${word}${variant === 1 ? '' : `(${variant})`} `
    const start = entries.indexOf(entry)
    if (start === -1) break
    found.push(entries.slice(start + entry.length, entries.indexOf('\n', start + 1)).trim())
  }
  if (found.length > 0) return found
  const guessed = await lettersToPhones(word)
  return guessed === '' ? [] : [guessed]
}

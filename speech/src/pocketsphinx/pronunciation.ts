import { readFileSync } from 'node:fs'
import { isKana, kanaPhones } from './kana.ts'
import { lettersToPhones } from './letters-to-phones.ts'
import { DICTIONARY } from './library.ts'

/** Max pronunciations of one text. */
const CHOICES_MAX = 12
/** Words whose pronunciation is kept. */
const KEPT_MAX = 2000

let dictionary: string | null = null
const known = new Map<string, readonly string[]>()

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

async function phonesOf(word: string): Promise<readonly string[]> {
  const key = word.toLowerCase()
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const phones = isKana(word) ? kanaPhones(word) : await englishPhones(key)
  if (known.size >= KEPT_MAX) known.clear()
  known.set(key, phones)
  return phones
}

/** The pronunciations of the dictionary, else those that the letters suggest. */
async function englishPhones(word: string): Promise<readonly string[]> {
  if (/[^\p{Script=Latin}\d']/u.test(word)) return []
  dictionary ??= `\n${readFileSync(DICTIONARY, 'utf8')}`
  const found: string[] = []
  for (let variant = 1; variant < 9; variant++) {
    const entry = `\n${word}${variant === 1 ? '' : `(${variant})`} `
    const start = dictionary.indexOf(entry)
    if (start === -1) break
    found.push(dictionary.slice(start + entry.length, dictionary.indexOf('\n', start + 1)).trim())
  }
  if (found.length > 0) return found
  const guessed = await lettersToPhones(word)
  return guessed === '' ? [] : [guessed]
}

import { isJapanese } from '../accounts/person-name.ts'
import type { CommandLanguage } from './phrases.ts'

/** A person or group whom commands can name. */
export interface Contact {
  readonly id: string
  /** The name of a person in parts, first name first; of a group, the whole name. */
  readonly names: readonly string[]
  /** The reading of the same parts in kana; empty where it is unknown. */
  readonly readings: readonly string[]
  /** Other whole names, such as the halves of a bilingual one. */
  readonly otherNames?: readonly string[]
}

/** Min characters of a half of a bilingual name. */
const HALF_MIN = 2

/**
 * Returns the halves of a name in two scripts: River Team and 川の班 of 'River Team / 川の班'.
 * @returns none for any other name
 */
export function halvesOf(name: string): string[] {
  const halves: { readonly inJapanese: boolean; words: string }[] = []
  for (const word of name.split(/[^\p{L}\p{N}ー'’]+/u).filter(Boolean)) {
    const last = halves.at(-1)
    const inJapanese = /^\p{N}+$/u.test(word) ? last?.inJapanese === true : isJapanese(word)
    if (last?.inJapanese === inJapanese) last.words += ` ${word}`
    else halves.push({ inJapanese, words: word })
  }
  return halves.length < 2 ? [] : halves.map(({ words }) => words).filter(({ length }) => length >= HALF_MIN)
}

/** A text that names a contact. */
export interface NameForm {
  readonly contactId: string
  readonly text: string
  /** 0: the whole name, 1: a part of it. */
  readonly level: 0 | 1
}

const isKana = (text: string): boolean => /^[\p{Script=Hiragana}\p{Script=Katakana}ー・\s]+$/u.test(text)

function formsOfParts(contactId: string, parts: readonly string[]): NameForm[] {
  const whole = parts.filter((part) => part !== '')
  if (whole.length === 0) return []
  const orders = [whole, whole.toReversed()].map((order) => ({ contactId, text: order.join(' '), level: 0 as const }))
  if (whole.length === 1) return orders.slice(0, 1)
  return [...orders, ...whole.map((text) => ({ contactId, text, level: 1 as const }))]
}

/** All texts that name the contact: the whole name in both orders, its parts, and the same of the reading. */
export const formsOf = ({ id, names, readings, otherNames = [] }: Contact): NameForm[] => [
  ...formsOfParts(id, names),
  ...formsOfParts(id, readings),
  ...otherNames.map((text) => ({ contactId: id, text, level: 1 as const })),
]

const spokenParts = (contactId: string, parts: readonly string[]): NameForm[] =>
  formsOfParts(contactId, parts).filter((form, index) => index !== 1 || form.level === 1)

/**
 * Texts of the contact that can be spoken: English words, or kana.
 * @returns none for a Japanese name without a reading
 */
export function spokenForms(contact: Contact, language: CommandLanguage): NameForm[] {
  const { id, names, readings, otherNames = [] } = contact
  // In the order in which the language says them: names and readings have the first name first.
  const spoken = [...spokenParts(id, names), ...spokenParts(id, readings.toReversed())].concat(
    otherNames.map((text) => ({ contactId: id, text, level: 1 })),
  )
  const readable = spoken.filter(({ text }) => isKana(text) || !isJapanese(text))
  // A Japanese speaker reads a Japanese name by its kana, not by its Latin letters.
  const kana = readable.filter(({ text }) => isKana(text))
  return language === 'ja' && kana.length > 0 ? kana : readable
}

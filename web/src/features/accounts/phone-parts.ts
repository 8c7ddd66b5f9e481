import { CALLING_CODES, splitPhone } from '@noroshi/contract/accounts/phone'
import { toAsciiNumber } from '@noroshi/contract/text/numbers'

/** The values of a phone field. It has the country, because several countries can share a calling code. */
export interface PhoneParts {
  readonly country: string
  /** The number as typed, without the calling code. */
  readonly national: string
}

const [HOME] = CALLING_CODES[0] ?? ['JP']
const codes = new Map(CALLING_CODES)

/** The default country of a calling code that several countries share. */
const DEFAULT_COUNTRY: Readonly<Record<string, string>> = { 1: 'US', 7: 'RU', 212: 'MA', 358: 'FI', 590: 'GP', 599: 'CW' }

const countryOf = (code: string): string => DEFAULT_COUNTRY[code] ?? CALLING_CODES.find(([, each]) => each === code)?.[0] ?? HOME

export const callingCode = (country: string): string => codes.get(country) ?? ''

/** Splits a stored number (digits with the calling code) for the field. Without a number the country is Japan. */
export function phoneParts(digits: string): PhoneParts {
  const split = digits === '' ? null : splitPhone(digits)
  return split ? { country: countryOf(split.code), national: split.national } : { country: HOME, national: '' }
}

/** Splits typed or pasted text. A number with a plus selects its country. */
export function typedParts(typed: string, country: string): PhoneParts {
  const plain = toAsciiNumber(typed)
  if (!plain.startsWith('+')) return { country, national: typed }
  const split = splitPhone(plain.replace(/\D/g, ''))
  if (!split) return { country, national: typed }
  return { country: callingCode(country) === split.code ? country : countryOf(split.code), national: split.national }
}

/** The value that the form validates; '' if there is only the calling code. */
export const phoneValue = ({ country, national }: PhoneParts): string =>
  national.trim() === '' ? '' : `+${callingCode(country)} ${national.trim()}`

/** All countries with their calling codes: Japan first, the others by name. */
export function countries(language: string): readonly { readonly country: string; readonly label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const all = CALLING_CODES.map(([country, code]) => ({ country, label: `${names.of(country) ?? country} (+${code})` }))
  const byName = new Intl.Collator(language)
  return all.toSorted((a, b) => Number(b.country === HOME) - Number(a.country === HOME) || byName.compare(a.label, b.label))
}

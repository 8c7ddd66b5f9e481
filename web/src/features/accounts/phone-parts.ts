import { CALLING_CODES, splitPhone } from '@noroshi/contract/accounts/phone'

/** A country's entry: two may share a calling code, so the country is what is chosen. */
export interface PhoneParts {
  readonly country: string
  /** As it is written, without the calling code. */
  readonly national: string
}

const [HOME] = CALLING_CODES[0] ?? ['JP']
const codes = new Map(CALLING_CODES)

/** Of the countries with one calling code, the one that most people mean. */
const USUAL: Readonly<Record<string, string>> = { 1: 'US', 7: 'RU', 212: 'MA', 358: 'FI', 590: 'GP', 599: 'CW' }

const countryOf = (code: string): string => USUAL[code] ?? CALLING_CODES.find(([, one]) => one === code)?.[0] ?? HOME

export const callingCode = (country: string): string => codes.get(country) ?? ''

/** A kept number (digits with the calling code), as the field begins with it; Japan where there is none. */
export function phoneParts(digits: string): PhoneParts {
  const split = digits === '' ? null : splitPhone(digits)
  return split ? { country: countryOf(split.code), national: split.national } : { country: HOME, national: '' }
}

/** What somebody wrote or pasted: a number with its plus chooses the country by itself. */
export function typedParts(typed: string, country: string): PhoneParts {
  const plain = typed.normalize('NFKC').trim()
  if (!plain.startsWith('+')) return { country, national: typed }
  const split = splitPhone(plain.replace(/\D/g, ''))
  if (!split) return { country, national: typed }
  return { country: callingCode(country) === split.code ? country : countryOf(split.code), national: split.national }
}

/** For the form's rules: '' while there is nothing but the calling code. */
export const phoneValue = ({ country, national }: PhoneParts): string =>
  national.trim() === '' ? '' : `+${callingCode(country)} ${national.trim()}`

/** Every country with its code, Japan first, the others by their names. */
export function countries(language: string): readonly { readonly country: string; readonly label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const all = CALLING_CODES.map(([country, code]) => ({ country, label: `${names.of(country) ?? country} (+${code})` }))
  const byName = new Intl.Collator(language)
  return all.toSorted((a, b) => Number(b.country === HOME) - Number(a.country === HOME) || byName.compare(a.label, b.label))
}

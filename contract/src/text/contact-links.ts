/** A mail address or a phone number in a text. */
export interface FoundContact {
  readonly index: number
  /** As it was written. */
  readonly text: string
  /** `mailto:` or `tel:` URL. */
  readonly href: string
}

/** Bounded repetitions, so that a hostile text is searched in linear time. */
const MAIL =
  /(?<![a-z0-9.+@-]|\w_)[a-z0-9+-](?:[\w.+-]{0,62}[\w+-])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}[a-z]{2,24}(?![a-z0-9@-]|_\w)/gi

/** `+81 90-1234-5678`, `+81 (0)3 1234 5678`. */
const INTERNATIONAL = '\\+[1-9](?:[ -]?\\(?\\d\\)?){8,14}'
/** `03-1234-5678`, `0120-123-456`. */
const WITH_HYPHENS = '0[1-9]\\d{0,3}(?:-\\d{2,8}){1,4}'
/** `090 1234 5678`. Groups of two digits are no number here: they may be days. */
const WITH_SPACES = '0[1-9]\\d{1,3}(?: \\d{3,8}){1,3}'
/** `(03) 1234-5678`, `(03)1234-5678`. */
const WITH_BRACKETS = '\\(0[1-9]\\d{0,3}\\) ?\\d{2,4}[ -]?\\d{3,5}'
/** A mobile number of Japan without separators. */
const MOBILE = '0[5789]0\\d{8}'
/** Before these the digits are part of a longer number, a time, a sum or a word. */
const NOT_AFTER = '[\\w.,/+-]|\\d[: ]'
const PHONE = new RegExp(
  `(?<!${NOT_AFTER})(?:${[INTERNATIONAL, WITH_HYPHENS, WITH_SPACES, WITH_BRACKETS, MOBILE].join('|')})(?![\\w/]|[.,:-]\\d| \\d)`,
  'g',
)
const DIGITS_MIN = 9
const DIGITS_MAX = 13

/** Returns a text of the same length with half-width characters, one hyphen and one space. */
const halfWidth = (text: string): string =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u3000\u00a0]/g, ' ')

/** Returns the URL of a phone number; null if it has too few or too many digits. */
function phoneHref(found: string): string | null {
  const isInternational = found.startsWith('+')
  // The prefix in brackets is not dialled after the code of a country: +81 (0)3.
  const digits = (isInternational ? found.replace('(0)', '') : found).replaceAll(/\D/g, '')
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return null
  return `tel:${isInternational ? '+' : ''}${digits}`
}

/**
 * Finds mail addresses and phone numbers. A phone number begins with + or with the national prefix 0 and has separators, so
 * that dates, times and ids are none.
 */
export function findContacts(text: string): FoundContact[] {
  const plain = halfWidth(text)
  const found: FoundContact[] = []
  const add = (index: number, { length }: string, href: string) =>
    found.push({ index, text: text.slice(index, index + length), href })
  for (const { 0: mail, index } of plain.matchAll(MAIL)) add(index, mail, `mailto:${mail}`)
  for (const { 0: phone, index } of plain.matchAll(PHONE)) {
    const href = phoneHref(phone)
    if (href !== null) add(index, phone, href)
  }
  return found.toSorted((a, b) => a.index - b.index)
}

/** The fields of a user that an avatar needs. */
export interface AvatarPerson {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly avatarUrl: string | null
}

const isLatin = /^[\p{Script=Latin}\p{N}]/u

/** Null in browsers without `Intl.Segmenter` (Firefox before 125). */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : null

/** Text that begins with a letter that no following character changes. */
const beginsPlainly = /^[A-Za-z](?![^A-Za-z])/

/** Returns the first grapheme, or the first code point without a segmenter. */
function firstCharacterOf(text: string): string {
  if (beginsPlainly.test(text)) return text.charAt(0) // the segmenter is slow, and a list has hundreds of names
  return (segmenter ? segmenter.segment(text).containing(0)?.segment : text[Symbol.iterator]().next().value) ?? ''
}

/** Returns one character: the first letter of the name, or the first kanji of the family name. */
export function initialOf({ firstName, lastName }: Pick<AvatarPerson, 'firstName' | 'lastName'>): string {
  const name = lastName !== '' && !isLatin.test(lastName) ? lastName : firstName || lastName
  return firstCharacterOf(name.trim()).toLocaleUpperCase()
}

/** Returns a stable hue of a user between 60 and 320, so that it is never red. */
export function hueOf(id: string): number {
  let hash = 0
  for (const char of id) hash = (hash * 31 + char.charCodeAt(0)) % 65_521
  return 60 + (hash % 260)
}

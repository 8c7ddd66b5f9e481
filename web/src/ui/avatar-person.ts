/** The fields of a user that an avatar needs. */
export interface AvatarPerson {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly avatarUrl: string | null
}

const isLatin = /^[\p{Script=Latin}\p{N}]/u

/** Splits by graphemes, or by code points in browsers without `Intl.Segmenter` (Firefox before 125). */
const charactersOf = (text: string): string[] =>
  'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : Array.from(text)

/** Returns one character: the first letter of the name, or the first kanji of the family name. */
export function initialOf({ firstName, lastName }: Pick<AvatarPerson, 'firstName' | 'lastName'>): string {
  const name = lastName !== '' && !isLatin.test(lastName) ? lastName : firstName || lastName
  const [first = ''] = charactersOf(name.trim())
  return first.toLocaleUpperCase()
}

/** Returns a stable hue of a user between 60 and 320, so that it is never red. */
export function hueOf(id: string): number {
  let hash = 0
  for (const char of id) hash = (hash * 31 + char.charCodeAt(0)) % 65_521
  return 60 + (hash % 260)
}

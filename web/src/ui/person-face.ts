/** What an avatar needs of a person. */
export interface Face {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly avatarUrl: string | null
}

const isLatin = /^[\p{Script=Latin}\p{N}]/u

/** As people count them; where the browser cannot (Firefox before 125), by code point. */
const charactersOf = (text: string): string[] =>
  'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : Array.from(text)

/** One character: the first letter of the name, or the first kanji of the family name. */
export function initialOf({ firstName, lastName }: Pick<Face, 'firstName' | 'lastName'>): string {
  const name = lastName !== '' && !isLatin.test(lastName) ? lastName : firstName || lastName
  const [first = ''] = charactersOf(name.trim())
  return first.toLocaleUpperCase()
}

/** A person's own quiet hue, the same on every device. Between 60 and 320: never a red one. */
export function hueOf(id: string): number {
  let hash = 0
  for (const char of id) hash = (hash * 31 + char.charCodeAt(0)) % 65_521
  return 60 + (hash % 260)
}

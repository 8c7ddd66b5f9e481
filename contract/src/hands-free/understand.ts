import { type Contact, formsOf, type NameForm } from './contacts.ts'
import { type CommandLanguage, type CommandKind, FILLERS, HONORIFICS, PATTERNS, PHRASES } from './phrases.ts'
import { foreignKey, romajiKey } from '../text/romaji.ts'
import { isSameUnit, soundKey, type Unit, unitsOf } from './units.ts'

/** The command in a text. */
export interface Understood {
  readonly kind: CommandKind
  /** The contacts of the name. Several have the same name; none: the phrase has no name, or `unknownName` has it. */
  readonly contactIds: readonly string[]
  /** A name that no contact has. */
  readonly unknownName: string | null
  /** The text of a message as it was written; null without one. */
  readonly body: string | null
}

type Token =
  | { readonly kind: 'units'; readonly units: readonly Unit[] }
  /** One of several texts, of which one may be empty. */
  | { readonly kind: 'choice'; readonly choices: readonly (readonly Unit[])[] }
  | { readonly kind: 'name' | 'body' }

interface Template {
  readonly kind: CommandKind
  readonly tokens: readonly Token[]
}

function tokensOf(text: string, language: CommandLanguage): Token[] {
  return text
    .split(/(\{\w+\}|\([^()]*\))/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      if (part === '{name}') return { kind: 'name' }
      if (part === '{body}') return { kind: 'body' }
      if (part.startsWith('('))
        return {
          kind: 'choice',
          choices: part
            .slice(1, -1)
            .split('|')
            .map((choice) => unitsOf(choice, language)),
        }
      return { kind: 'units', units: unitsOf(part, language) }
    })
}

const templatesOf = (language: CommandLanguage): readonly Template[] => [
  ...PHRASES[language].map(({ kind, text }) => ({ kind, tokens: tokensOf(text, language) })),
  ...PATTERNS[language].map(({ kind, pattern }) => ({ kind, tokens: tokensOf(pattern, language) })),
]
const TEMPLATES: Readonly<Record<CommandLanguage, readonly Template[]>> = { en: templatesOf('en'), ja: templatesOf('ja') }
const honorifics = HONORIFICS.map((honorific) => unitsOf(honorific, 'ja'))
const unitsOfAll = (texts: readonly string[], language: CommandLanguage) => texts.map((text) => unitsOf(text, language))

interface Slot {
  /** Index of the first unit of the name, and of the unit after it; -1 without a name. */
  readonly from: number
  readonly to: number
  readonly form: NameForm | null
  readonly body: string | null
}

interface Match extends Slot {
  readonly kind: CommandKind
}

/** A name of the text. `null`: any name. */
type Names = readonly { readonly form: NameForm; readonly units: readonly Unit[] }[] | null

/** Max units of a name that no contact has. */
const NAME_UNITS_MAX: Readonly<Record<CommandLanguage, number>> = { en: 4, ja: 16 }

/** Matches texts with the phrases of a language. */
class Matcher {
  readonly #text: string
  readonly #language: CommandLanguage
  readonly #units: readonly Unit[]
  readonly #end: number

  constructor(text: string, language: CommandLanguage, units: readonly Unit[], end: number) {
    this.#text = text
    this.#language = language
    this.#units = units
    this.#end = end
  }

  /** All ways in which the units from `start` on are one of the phrases. */
  matches(start: number, names: Names): Match[] {
    return TEMPLATES[this.#language].flatMap(({ kind, tokens }) =>
      this.#match(tokens, start, { from: -1, to: -1, form: null, body: null }, names).map((slot) => ({ ...slot, kind })),
    )
  }

  #match([token, ...rest]: readonly Token[], position: number, slot: Slot, names: Names): Slot[] {
    if (token === undefined) return position === this.#end ? [slot] : []
    if (token.kind === 'units')
      return this.#startsWith(token.units, position) ? this.#match(rest, position + token.units.length, slot, names) : []
    if (token.kind === 'choice')
      return token.choices
        .filter((units) => this.#startsWith(units, position))
        .flatMap((units) => this.#match(rest, position + units.length, slot, names))
    if (token.kind === 'body') return this.#matchBody(rest, position, slot)
    return this.#nameEnds(position, names).flatMap(({ to, after, form }) =>
      this.#match(rest, after, { ...slot, from: position, to, form }, names),
    )
  }

  /** Free text up to the end, or up to the last words of the phrase. A message may end with what would be a filler. */
  #matchBody([last]: readonly Token[], position: number, slot: Slot): Slot[] {
    const tail = last?.kind === 'units' ? last.units : []
    const end = (tail.length === 0 ? this.#units.length : this.#end) - tail.length
    if (end <= position || !this.#startsWith(tail, end)) return []
    const body = trimBody(this.#text.slice(this.#units[position]?.start, this.#units[end]?.start ?? this.#text.length))
    return body === '' ? [] : [{ ...slot, body }]
  }

  #nameEnds(position: number, names: Names): { to: number; after: number; form: NameForm | null }[] {
    if (names !== null)
      return names
        .filter(({ units }) => units.length > 0 && this.#startsWith(units, position))
        .flatMap(({ form, units }) =>
          this.#withHonorific(position + units.length).map((after) => ({ to: position + units.length, after, form })),
        )
    const longest = Math.min(this.#end, position + NAME_UNITS_MAX[this.#language]) - position
    return Array.from({ length: Math.max(0, longest) }, (_, index) => position + index + 1).flatMap((to) =>
      this.#withHonorific(to).map((after) => ({ to, after, form: null })),
    )
  }

  /** The positions after a name that ends here: without an honorific, or after one. */
  #withHonorific(position: number): number[] {
    if (this.#language !== 'ja') return [position]
    const found = honorifics.filter((units) => this.#startsWith(units, position))
    return [position, ...found.map((units) => position + units.length)]
  }

  #startsWith(units: readonly Unit[], position: number): boolean {
    return (
      position + units.length <= this.#units.length &&
      units.every((unit, index) => isSameUnit(unit, this.#units[position + index]))
    )
  }
}

const trimBody = (text: string): string => text.replace(/^[\s,.:;、。，：「『"“]+/u, '').replace(/[\s、，」』"”]+$/u, '')

/** The first and the last index of the units without fillers around them. */
function withoutFillers(units: readonly Unit[], language: CommandLanguage): { start: number; end: number } {
  const { before, after } = FILLERS[language]
  const hasAt = (filler: readonly Unit[], position: number) =>
    position >= 0 && filler.every((unit, index) => isSameUnit(unit, units[position + index]))
  let [start, end] = [0, units.length]
  for (const filler of unitsOfAll(before, language))
    if (start + filler.length < end && hasAt(filler, start)) start += filler.length
  for (const filler of unitsOfAll(after, language))
    if (end - filler.length > start && hasAt(filler, end - filler.length)) end -= filler.length
  return { start, end }
}

/**
 * Finds the command that a text is, by the closed list of phrases and the names of the contacts.
 * @returns null for any other text
 */
export function understand(text: string, language: CommandLanguage, contacts: readonly Contact[]): Understood | null {
  const units = unitsOf(text, language)
  const names = contacts.flatMap(formsOf).map((form) => ({ form, units: unitsOf(form.text, language) }))
  const { start, end } = withoutFillers(units, language)
  const ways = [
    { start: 0, end: units.length },
    { start, end: units.length },
    { start, end },
  ]
  const matchers = ways.map((way) => ({ start: way.start, matcher: new Matcher(text, language, units, way.end) }))
  for (const { start: from, matcher } of matchers) {
    const found = bestOf(matcher.matches(from, names))
    if (found !== null) return found
  }
  for (const { start: from, matcher } of matchers.toReversed()) {
    const found = unnamedOf(matcher.matches(from, null), { text, language, units, names: names.map(({ form }) => form) })
    if (found !== null) return found
  }
  return null
}

/** The match with the longest name; with the whole name before a part; without a free text before one with it. */
function bestOf(matches: readonly Match[]): Understood | null {
  const length = ({ from, to }: Match) => to - from
  const [best] = matches.toSorted(
    (a, b) =>
      length(b) - length(a) || (a.form?.level ?? 0) - (b.form?.level ?? 0) || Number(a.body !== null) - Number(b.body !== null),
  )
  if (best === undefined) return null
  const equal = matches.filter(
    (match) =>
      match.kind === best.kind &&
      length(match) === length(best) &&
      match.form?.level === best.form?.level &&
      (match.body === null) === (best.body === null),
  )
  const contactIds = [...new Set(equal.flatMap(({ form }) => form?.contactId ?? []))]
  // Of `tell {name} {body}` and `tell {name} that {body}`, the phrase with more words has the shorter free text.
  const body = equal.map((match) => match.body).toSorted((a, b) => (a?.length ?? 0) - (b?.length ?? 0))[0] ?? null
  return { kind: best.kind, contactIds, unknownName: null, body }
}

/** What names that sound alike have in common, in kana, Latin letters or both, the most certain first. */
const NAME_KEYS: readonly ((name: string) => string)[] = [romajiKey, soundKey, foreignKey]

interface NameSearch {
  readonly text: string
  readonly language: CommandLanguage
  readonly units: readonly Unit[]
  readonly names: readonly NameForm[]
}

/** A phrase with a name that no contact has as it is written: the contacts whose name sounds the same, else the unknown name. */
function unnamedOf(matches: readonly Match[], { text, units, names }: NameSearch): Understood | null {
  const named = matches.filter(({ from }) => from >= 0)
  const nameOf = ({ from, to }: Match) => text.slice(units[from]?.start, units[to]?.start ?? text.length).trim()
  for (const keyOf of NAME_KEYS) {
    const keys = named.length === 0 ? [] : names.map((form) => keyOf(form.text))
    for (const match of named.toSorted((a, b) => b.to - a.to)) {
      const key = keyOf(nameOf(match))
      const alike = key === '' ? [] : names.filter((_, index) => keys[index] === key)
      const contactIds = [...new Set(alike.map(({ contactId }) => contactId))]
      if (contactIds.length > 0) return { kind: match.kind, contactIds, unknownName: null, body: match.body }
    }
  }
  // Without a contact, it is unknown where a name ends and a message begins: the shortest name is the likeliest.
  const [whole] = named.filter(({ body }) => body === null).toSorted((a, b) => a.to - b.to)
  const [withBody] = named.filter(({ body }) => body !== null).toSorted((a, b) => a.to - b.to)
  const match = whole ?? withBody
  return match === undefined ? null : { kind: match.kind, contactIds: [], unknownName: trimBody(nameOf(match)), body: match.body }
}

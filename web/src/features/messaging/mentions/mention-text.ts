import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { nameIn } from '@noroshi/contract/accounts/person-name'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { type Mention, MENTION_MARKS, MENTIONS_MAX } from '@noroshi/contract/messaging/mentions'
import { isFoundIn } from '@noroshi/contract/text/fold-text'

/** What a mention names: a member of the group, or everyone. */
export interface Mentionable {
  /** null: everyone. */
  readonly userId: string | null
  /** The names by which a text may mention it; the first one is that of the user's language. */
  readonly names: readonly string[]
}

/** Max characters of a name that is being typed. */
const QUERY_MAX = 60
/** Max members that are offered. */
const OFFERED_MAX = 6

const isWordCharacter = (character: string) => /[\p{Script=Latin}\p{N}_]/u.test(character)

/** Returns the names of a person in all languages, that of `shown` first. */
export const namesOf = (person: Person, shown: string): string[] => [
  ...new Set([shown, ...LANGUAGES.map((language) => nameIn(language, person))]),
]

/** The mention that is being typed before the caret. */
export interface TypedMention {
  /** UTF-16 units before the `@`. */
  readonly start: number
  /** The text after the `@`. */
  readonly query: string
}

/** Returns the mention that is being typed before the caret; null if there is none. An `@` inside a word, as in mail, is none. */
export function typedMention(text: string, caret: number): TypedMention | null {
  const before = text.slice(Math.max(0, caret - QUERY_MAX), caret)
  const at = Math.max(...MENTION_MARKS.map((mark) => before.lastIndexOf(mark)))
  if (at === -1 || (at > 0 && isWordCharacter(before.charAt(at - 1)))) return null
  const query = before.slice(at + 1)
  return query.includes('\n') || query.startsWith(' ') ? null : { start: caret - before.length + at, query }
}

/** Whether a text may mention someone. */
export const hasMentionMark = (text: string): boolean => MENTION_MARKS.some((mark) => text.includes(mark))

/** Returns who is offered for a typed mention: those whose name contains it, or the first ones. */
export const offeredFor = (query: string, all: readonly Mentionable[]): Mentionable[] =>
  all.filter(({ names }) => query === '' || isFoundIn([names.join(' ')], query)).slice(0, OFFERED_MAX)

/** Returns the text in which a typed mention is completed, and the caret behind it. */
export function withMention(text: string, caret: number, { start }: TypedMention, name: string): { text: string; caret: number } {
  const inserted = `${text.charAt(start)}${name} `
  const rest = text.slice(caret).replace(/^ /, '')
  return { text: text.slice(0, start) + inserted + rest, caret: start + inserted.length }
}

/** Returns the mentions of a text: each `@` with one of the names, of which the longest counts. */
export function mentionsOf(text: string, all: readonly Mentionable[]): Mention[] {
  const names = all
    .flatMap(({ userId, names: own }) => own.map((name) => ({ userId, name })))
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.name.length - a.name.length)
  const found: Mention[] = []
  let end = 0
  for (const { index } of text.matchAll(/[@＠]/g)) {
    if (index < end || (index > 0 && isWordCharacter(text.charAt(index - 1)))) continue
    const named = names.find(({ name }) => {
      const next = text.charAt(index + 1 + name.length)
      return text.startsWith(name, index + 1) && !(isWordCharacter(name.slice(-1)) && isWordCharacter(next))
    })
    if (!named || found.length === MENTIONS_MAX) continue
    end = index + 1 + named.name.length
    found.push({ userId: named.userId, start: index, length: end - index })
  }
  return found
}

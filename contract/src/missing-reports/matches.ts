import { z } from 'zod'
import { areNear, keysOfNear, personKey } from '../reception/doubles.ts'

/** How a person of a register matches a report: the same name, also with another or an unknown year of birth, or a near one. */
export const MatchKind = z.enum(['same', 'near'])
export type MatchKind = z.infer<typeof MatchKind>

/** Letters of the shortest name to which another one is near: in shorter ones, one letter is too much. */
const NEAR_LETTERS_MIN = 3

/** The parts of a report that are compared. */
export interface Wanted {
  readonly name: string
  readonly kana: string
  readonly birthYear: number | null
  /** Years at `createdAt`. */
  readonly age: number | null
  readonly createdAt: Date
}

/** The parts of a person of a register that are compared. */
export interface Candidate {
  readonly personKey: string
  readonly nameKey: string
  readonly birthYear: number | null
}

/** Returns the forms in which the names of a report are compared: of the kana, or the name without them, and of the name. */
export const wantedKeys = ({ name, kana }: Pick<Wanted, 'name' | 'kana'>) => ({
  personKey: personKey(name, kana),
  nameKey: personKey(name, ''),
})

/** Returns the keys of which a name that is near to one of the report has one. */
export function nearKeysOf(wanted: Wanted): string[] {
  const key = wantedKeys(wanted).personKey
  return Array.from(key).length < NEAR_LETTERS_MIN ? [] : keysOfNear(key)
}

/** Returns the years of birth that a report allows; null: it names none. */
function yearsOf({ birthYear, age, createdAt }: Wanted): readonly number[] | null {
  if (birthYear !== null) return [birthYear]
  if (age === null) return null
  const year = createdAt.getFullYear()
  return [year - age, year - age - 1]
}

/** 0: the year of birth is the same, 1: it is not known, 2: it is another one. */
function yearRank(wanted: Wanted, birthYear: number | null): 0 | 1 | 2 {
  const years = yearsOf(wanted)
  if (years === null || birthYear === null) return 1
  return years.includes(birthYear) ? 0 : 2
}

/**
 * Returns how a person of a register matches a report, by the rules of the search for a person: the same name, where the year of
 * birth only ranks, and near names unless their years differ.
 * @returns null: no match. The lower `rank` is the better match.
 */
export function matchOf(wanted: Wanted, candidate: Candidate): { readonly kind: MatchKind; readonly rank: number } | null {
  const keys = wantedKeys(wanted)
  const rank = yearRank(wanted, candidate.birthYear)
  if (candidate.personKey === keys.personKey || candidate.nameKey === keys.nameKey) return { kind: 'same', rank }
  const isNear = nearKeysOf(wanted).length > 0 && areNear(keys.personKey, candidate.personKey)
  return isNear && rank < 2 ? { kind: 'near', rank: rank + 3 } : null
}

import { z } from 'zod'
import { Timestamp } from '../define.ts'
import { type Need, NEEDS, type Sex, type StayMode } from './people.ts'

/** The ages that a headcount tells apart, each with its first year. `unknown`: the birth year is not known. */
export const AGES = { '0-2': 0, '3-6': 3, '7-12': 7, '13-64': 13, '65-74': 65, '75+': 75 } as const
export const AGE_GROUPS = ['0-2', '3-6', '7-12', '13-64', '65-74', '75+', 'unknown'] as const
export type AgeGroup = (typeof AGE_GROUPS)[number]

const Count = z.int().nonnegative()
const countsOf = <const Names extends readonly string[]>(names: Names) =>
  z.object(Object.fromEntries(names.map((name) => [name, Count])) as { [Name in Names[number]]: typeof Count }) // of all names

const SEXES = ['female', 'male', 'notStated'] as const satisfies readonly Sex[]

/** Numbers of people at one time. Pets are no people; `needs.pet` counts them, and people who have one with them. */
export const PeopleCount = z
  .object({
    people: Count,
    households: Count,
    sex: countsOf(SEXES),
    ages: countsOf(AGE_GROUPS),
    needs: countsOf(NEEDS),
  })
  .meta({ id: 'PeopleCount' })
export type PeopleCount = z.infer<typeof PeopleCount>

/** The headcount of a shelter at one time: those inside, and those who stay elsewhere. */
export const Headcount = z.object({ at: Timestamp, inside: PeopleCount, elsewhere: PeopleCount }).meta({ id: 'Headcount' })
export type Headcount = z.infer<typeof Headcount>

/** A stay with what is counted of its person. */
export interface CountedStay {
  /** One for all rows of a person: those that were merged have the same. */
  readonly personId: string
  readonly householdId: string
  readonly mode: StayMode
  readonly enteredAt: Date
  readonly leftAt: Date | null
  readonly isPet: boolean
  readonly sex: Sex
  readonly birthYear: number | null
  readonly needs: readonly Need[]
}

/** Returns the age group of a person of whom only the birth year is known. */
export function ageGroupOf(birthYear: number | null, at: Date): AgeGroup {
  if (birthYear === null) return 'unknown'
  const age = at.getFullYear() - birthYear
  return AGE_GROUPS.findLast((group) => group !== 'unknown' && AGES[group] <= age) ?? '0-2'
}

/** Returns a birth year that has the same age group at a time and says no more. */
export function coarseBirthYear(birthYear: number | null, at: Date): number | null {
  const group = ageGroupOf(birthYear, at)
  return group === 'unknown' ? null : at.getFullYear() - AGES[group]
}

const zeros = <const Names extends readonly string[]>(names: Names) =>
  Object.fromEntries(names.map((name) => [name, 0])) as { [Name in Names[number]]: number } // of all names

function countPeople(stays: Iterable<CountedStay>, at: Date): PeopleCount {
  const count: PeopleCount = { people: 0, households: 0, sex: zeros(SEXES), ages: zeros(AGE_GROUPS), needs: zeros(NEEDS) }
  const households = new Set<string>()
  for (const { isPet, householdId, sex, birthYear, needs } of stays) {
    if (isPet) {
      count.needs.pet++
      continue
    }
    count.people++
    households.add(householdId)
    count.sex[sex]++
    count.ages[ageGroupOf(birthYear, at)]++
    for (const need of needs) count.needs[need]++
  }
  return { ...count, households: households.size }
}

/** Returns the headcount at a time. A person counts from entering to leaving, once, and as inside before elsewhere. */
export function headcountAt(stays: readonly CountedStay[], at: Date): Headcount {
  const [inside, elsewhere] = [new Map<string, CountedStay>(), new Map<string, CountedStay>()]
  for (const stay of stays)
    if (stay.enteredAt <= at && (stay.leftAt === null || stay.leftAt > at))
      (stay.mode === 'inside' ? inside : elsewhere).set(stay.personId, stay)
  for (const personId of inside.keys()) elsewhere.delete(personId)
  return {
    at: at.toISOString(),
    inside: countPeople(inside.values(), at),
    elsewhere: countPeople(elsewhere.values(), at),
  }
}

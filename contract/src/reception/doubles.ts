import { foldText } from '../text/fold-text.ts'

/** Letters in which two names differ that are near each other. */
const NEAR = 1

/** Returns the form in which names are compared: the kana, or the name without them, folded and without spaces. */
export const personKey = (name: string, kana: string): string => foldText(kana === '' ? name : kana).replaceAll(' ', '')

/** Returns the form in which addresses are compared. */
export const addressKey = (address: string): string => foldText(address).replaceAll(/[\s\-ー−‐–,、.]/g, '')

/** What of a person is compared. */
export interface Comparable {
  readonly id: string
  readonly personKey: string
  readonly addressKey: string
  readonly birthYear: number | null
}

/** Whether two names differ in at most one letter, which is added, removed or replaced. */
export function areNear(a: string, b: string): boolean {
  const [short, long] = [Array.from(a), Array.from(b)].toSorted((x, y) => x.length - y.length) as [string[], string[]] // two
  if (long.length - short.length > NEAR) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++
  return long.length - start - end <= NEAR
}

/** Whether two people of a register are probably one: the same kana and birth year, or near names at one address. */
export function isProbableDouble(a: Comparable, b: Comparable): boolean {
  if (a.personKey === '' || b.personKey === '') return false
  if (a.personKey === b.personKey && a.birthYear !== null && a.birthYear === b.birthYear) return true
  return a.addressKey !== '' && a.addressKey === b.addressKey && areNear(a.personKey, b.personKey)
}

/** Two people by their ids, the lower one first. */
export type Pair = readonly [string, string]

export const pairOf = (a: string, b: string): Pair => (a < b ? [a, b] : [b, a])

/**
 * Returns the probable doubles of a register.
 * @param max pairs that are returned
 * @param of only pairs with one of these people
 */
export function probableDoubles(
  people: readonly Comparable[],
  max: number,
  isDecided: (pair: Pair) => boolean,
  of?: ReadonlySet<string>,
): Pair[] {
  const groups = new Map<string, Comparable[]>()
  const add = (key: string, person: Comparable) => {
    const group = groups.get(key)
    if (group) group.push(person)
    else groups.set(key, [person])
  }
  for (const person of people) {
    if (person.birthYear !== null) add(`name ${person.personKey} ${person.birthYear}`, person)
    if (person.addressKey !== '') add(`address ${person.addressKey}`, person)
  }
  const found = new Map<string, Pair>()
  for (const group of groups.values()) {
    const firsts = of === undefined ? group : group.filter(({ id }) => of.has(id))
    for (const a of firsts) {
      for (const b of group) {
        if (found.size >= max) return [...found.values()]
        const pair = pairOf(a.id, b.id)
        if (a.id === b.id || found.has(pair.join(' ')) || !isProbableDouble(a, b) || isDecided(pair)) continue
        found.set(pair.join(' '), pair)
      }
    }
  }
  return [...found.values()]
}

import { foldText } from '../text/fold-text.ts'

/** Letters in which two names differ that are near each other. */
const NEAR = 1

/** Returns the form in which names are compared: the kana, or the name without them, folded and without spaces. */
export const personKey = (name: string, kana: string): string => foldText(kana === '' ? name : kana).replaceAll(' ', '')

/** Returns the form in which addresses are compared. */
export const addressKey = (address: string): string => foldText(address).replaceAll(/[\s\-ー−‐–,、.]/g, '')

/** The parts of a person that are compared. */
export interface Comparable {
  readonly id: string
  readonly personKey: string
  readonly addressKey: string
  readonly birthYear: number | null
}

/** A number, without which an address is a town at most. */
const STREET = /\d|[一二三四五六七八九十]+(?:丁目|番|号)/

/** Whether the compared form of an address names a house, and not only the town. */
const namesHouse = (key: string): boolean => STREET.test(key)

/** UTF-16 units of a letter. */
const UNITS_MAX = 2

/** Whether two names differ in at most one letter, which is added, removed or replaced. */
export function areNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > NEAR * UNITS_MAX) return false
  const [short, long] = [Array.from(a), Array.from(b)].toSorted((x, y) => x.length - y.length) as [string[], string[]] // two
  if (long.length - short.length > NEAR) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++
  return long.length - start - end <= NEAR
}

/** Whether two people of a register are probably one: the same kana and birth year, or near names at one house. */
export function isProbableDouble(a: Comparable, b: Comparable): boolean {
  if (a.personKey === '' || b.personKey === '') return false
  if (a.personKey === b.personKey && a.birthYear !== null && a.birthYear === b.birthYear) return true
  return a.addressKey === b.addressKey && namesHouse(a.addressKey) && areNear(a.personKey, b.personKey)
}

/** Two people by their ids, the lower one first. */
export type Pair = readonly [string, string]

export const pairOf = (a: string, b: string): Pair => (a < b ? [a, b] : [b, a])

/**
 * Returns the keys of which two near names have one in common. The equal letters at the start or at the end of near names are at
 * least half of the shorter one.
 */
export function keysOfNear(name: string): string[] {
  const letters = Array.from(name)
  return [letters.length, letters.length - NEAR].flatMap((length) => {
    const half = Math.floor(length / 2)
    const end = letters.slice(letters.length - half)
    return [`${length} start ${letters.slice(0, half).join('')}`, `${length} end ${end.join('')}`]
  })
}

/** Returns the people who are compared with each other. */
function groupsOf(people: readonly Comparable[]): Iterable<Comparable[]> {
  const groups = new Map<string, Comparable[]>()
  const add = (key: string, person: Comparable) => {
    const group = groups.get(key)
    if (group) group.push(person)
    else groups.set(key, [person])
  }
  for (const person of people) {
    if (person.personKey === '') continue
    if (person.birthYear !== null) add(`name ${person.birthYear} ${person.personKey}`, person)
    if (!namesHouse(person.addressKey)) continue
    for (const key of keysOfNear(person.personKey)) add(`address ${key} ${person.addressKey}`, person)
  }
  return groups.values()
}

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
  const found = new Map<string, Pair>()
  for (const group of groupsOf(people)) {
    if (of && !group.some(({ id }) => of.has(id))) continue
    for (const [index, a] of group.entries()) {
      for (let other = index + 1; other < group.length; other++) {
        const b = group[other]
        if (b === undefined || (of && !of.has(a.id) && !of.has(b.id)) || !isProbableDouble(a, b)) continue
        const pair = pairOf(a.id, b.id)
        if (isDecided(pair)) continue
        found.set(pair.join(' '), pair)
        if (found.size >= max) return [...found.values()]
      }
    }
  }
  return [...found.values()]
}

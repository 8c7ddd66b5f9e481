import { expect, test } from 'vitest'
import { areNear, isProbableDouble, personKey, addressKey, probableDoubles } from './doubles.ts'
import { ageGroupOf, coarseBirthYear, type CountedStay, headcountAt } from './headcount.ts'
import { codeOfText, hexOfCode, personCode, qrOfPerson } from './person-code.ts'

const person = (id: string, name: string, birthYear: number | null, address = '') => ({
  id,
  personKey: personKey(name, ''),
  addressKey: addressKey(address),
  birthYear,
})

test('names are near if one letter is added, removed or replaced', () => {
  for (const [a, b, expected] of [
    ['さとう', 'さとう', true],
    ['さとう', 'さと', true],
    ['さとう', 'さいう', true],
    ['さとう', 'さいとう', true],
    ['さとう', 'うとさ', false],
    ['さと', 'さとうさ', false],
    ['', 'あ', true],
  ] as const) {
    expect([a, b, areNear(a, b)]).toEqual([a, b, expected])
    expect(areNear(b, a)).toBe(expected)
  }
})

test('people without a name or without facts in common are no doubles', () => {
  expect(isProbableDouble(person('1', '', 1950), person('2', '', 1950))).toBe(false)
  expect(isProbableDouble(person('1', 'サトウ ハナ', null), person('2', 'さとうはな', null))).toBe(false)
  expect(isProbableDouble(person('1', 'サトウ ハナ', 1950), person('2', 'さとうはな', 1950))).toBe(true)
  expect(isProbableDouble(person('1', 'サトウ', null, '若葉町1-2'), person('2', 'サイトウ', 1950, '若葉町 １－２'))).toBe(true)
})

test('the doubles of a register are those of each pair, without decided ones, and at most the max', () => {
  const people = Array.from({ length: 30 }, (_, index) => person(String(index).padStart(2, '0'), 'やまだ', 1960 + (index % 3)))
  const expected = people.flatMap((a) => people.filter((b) => a.id < b.id && isProbableDouble(a, b)))
  expect(probableDoubles(people, 1000, () => false)).toHaveLength(expected.length)
  expect(probableDoubles(people, 5, () => false)).toHaveLength(5)
  expect(probableDoubles(people, 1000, ([a]) => a === '00')).toHaveLength(expected.length - 9)
  expect(probableDoubles(people, 1000, () => false, new Set(['00']))).toHaveLength(9)
})

test('near names at one house are doubles, and people of a town without a house are not', () => {
  const names = ['さ', 'さと', 'さとう', 'さいう', 'さいとう', 'うとさ', 'しとう', 'さとうは', 'たなか', 'たなかは', '𠮷とう']
  const people = names.flatMap((name, index) =>
    ['若葉町1-2', '若葉町二丁目', '若葉町'].map((address) => person(`${index} ${address}`, name, null, address)),
  )
  const expected = people.flatMap((a) =>
    people.filter((b) => a.id < b.id && isProbableDouble(a, b)).map((b) => `${a.id} ${b.id}`),
  )
  const near = names.flatMap((a, index) => names.slice(index + 1).filter((b) => areNear(personKey(a, ''), personKey(b, ''))))
  expect(expected).toHaveLength(2 * near.length)
  expect(new Set(probableDoubles(people, 1000, () => false).map((pair) => pair.join(' ')))).toEqual(new Set(expected))
})

test('a large register asks for few comparisons', () => {
  let reads = 0
  const people = Array.from({ length: 3000 }, (_, index) => {
    const name = Array.from({ length: 4 }, (_, place) => String.fromCharCode(0x3042 + ((index >> (place * 3)) % 8) * 2)).join('')
    const addressKey = index % 2 === 0 ? '若葉町' : '若葉町1'
    return {
      id: String(index),
      birthYear: null,
      addressKey,
      get personKey() {
        reads++
        return name.repeat(3)
      },
    }
  })
  probableDoubles(people, Infinity, () => true)
  expect(reads).toBeLessThan(3000 * 300)
})

test('a code survives typing with other letters, widths and hyphens, and other texts are no codes', () => {
  for (const hex of ['0000000000', 'ffffffffff', '0123456789', 'deadbeef01']) {
    const code = personCode(hex)
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(hexOfCode(code)).toBe(hex)
    expect(codeOfText(qrOfPerson(code))).toBe(code)
    expect(codeOfText(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(code)
    expect(codeOfText(code.replaceAll('0', 'o').replaceAll('1', 'l').replace('-', 'ー'))).toBe(code)
  }
  for (const text of ['', 'ABC', 'https://example.org', 'UUUUUUUU', '123456789']) expect(codeOfText(text)).toBeNull()
})

test('ages are told apart by the year, and a coarse year has the same group', () => {
  const at = new Date('2026-11-30T12:00:00Z')
  const groups = [2026, 2024, 2023, 2020, 2019, 2014, 2013, 1962, 1961, 1952, 1951, 1900].map((year) => ageGroupOf(year, at))
  expect(groups).toEqual(['0-2', '0-2', '3-6', '3-6', '7-12', '7-12', '13-64', '13-64', '65-74', '65-74', '75+', '75+'])
  expect(ageGroupOf(2030, at)).toBe('0-2')
  for (let year = 1900; year <= 2026; year++) expect(ageGroupOf(coarseBirthYear(year, at), at)).toBe(ageGroupOf(year, at))
  expect(coarseBirthYear(null, at)).toBeNull()
})

test('a person counts from entering, not at leaving, once for merged rows, and as inside before elsewhere', () => {
  const hour = (hours: number) => new Date(Date.UTC(2026, 10, 30, hours))
  const stay = (personId: string, from: number, to: number | null, more: Partial<CountedStay> = {}): CountedStay => ({
    personId,
    householdId: 'h',
    mode: 'inside',
    enteredAt: hour(from),
    leftAt: to === null ? null : hour(to),
    isPet: false,
    sex: 'female',
    birthYear: null,
    needs: [],
    ...more,
  })
  const stays = [
    stay('a', 1, 3),
    stay('a', 2, null, { mode: 'elsewhere' }),
    stay('b', 2, null),
    stay('dog', 1, null, { isPet: true }),
  ]
  const numbers = [0, 1, 2, 3].map((at) => headcountAt(stays, hour(at)))
  expect(numbers.map(({ inside, elsewhere }) => [inside.people, elsewhere.people, inside.needs.pet])).toEqual([
    [0, 0, 0],
    [1, 0, 1],
    [2, 0, 1],
    [1, 1, 1],
  ])
})

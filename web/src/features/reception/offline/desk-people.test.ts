import { expect, test } from 'vitest'
import type { RegisteredPerson } from '@noroshi/contract/reception/people'
import type { DeskChange } from './desk-changes.ts'
import { deskPeople, findInDesk, headcountOfCopy } from './desk-people.ts'

const at = '2026-11-30T09:30:00.000Z'
const person = (id: string, changes: Partial<RegisteredPerson>): RegisteredPerson => ({
  id,
  code: '7K3M-9QTX',
  kind: 'guest',
  dependantId: null,
  isPet: false,
  householdId: 'h1',
  name: '佐藤 花',
  kana: 'サトウ ハナ',
  sex: 'female',
  birthYear: 1950,
  address: '',
  needs: ['medicine'],
  needsNote: '',
  mayBeFound: false,
  stay: { id, mode: 'inside', whereabouts: '', enteredAt: at, leftAt: null, enteredDesk: '', leftDesk: '' },
  version: 1,
  ...changes,
})
const copy = { at, people: [person('p1', {}), person('p2', { name: 'Ben Müller', kana: '', code: '0000-0001' })] }
const guest = {
  name: '鈴木',
  kana: 'スズキ',
  sex: 'male' as const,
  birthYear: null,
  address: '',
  needs: [],
  needsNote: '',
  mayBeFound: false,
}
const received = (people: Extract<DeskChange, { type: 'receive' }>['body']['people']): DeskChange => ({
  type: 'receive',
  names: [],
  body: { id: 'h2', mode: 'elsewhere', whereabouts: '', desk: '', ageMs: 0, people },
})
const left = (personIds: string[]): DeskChange => ({ type: 'leave', names: [], body: { personIds, desk: '', ageMs: 0 } })

test('a desk sees its copy with what it recorded since, in order', () => {
  const changes = [
    left(['p1', 'p2']),
    received([
      { kind: 'known', id: 'p2', stayId: 's2' },
      { kind: 'guest', id: 'g1', stayId: 's3', ...guest },
      { kind: 'member', id: 'm1', stayId: 's4', userId: 'u1' },
    ]),
  ]
  expect(deskPeople(copy, changes).map(({ id, mode }) => [id, mode])).toEqual([
    ['p1', null],
    ['p2', 'elsewhere'],
    ['g1', 'elsewhere'],
  ])
  expect(deskPeople(null, [...changes, left(['g1'])]).map(({ id, mode }) => [id, mode])).toEqual([['g1', null]])
})

test.each(['佐藤', 'さとう', 'ｻﾄｳ ﾊﾅ', '7k3m9qtx', '花'])('%s finds a person by name, kana or code', (query) => {
  expect(findInDesk(deskPeople(copy, []), query).map(({ id }) => id)).toEqual(['p1'])
})

test('the headcount of a copy has the people of its time', () => {
  const numbers = headcountOfCopy({ ...copy, at: '2026-11-30T09:00:00.000Z' })
  expect([numbers.at, numbers.inside.people, numbers.inside.households]).toEqual(['2026-11-30T09:00:00.000Z', 2, 1])
})

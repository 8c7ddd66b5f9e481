import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { EntityStore } from './entity-store.ts'
import { personEntity } from './known-people.ts'
import { positionsOf, positionTypes, receivePosition, receivePositions } from './known-positions.ts'
import { expectJoin } from './testing/laws.ts'

const atMinute = (minute: number) => `2026-11-21T09:${minute}:00.000Z`
const position = (id: string, minute: number): PersonPosition => ({
  kind: 'user',
  id,
  name: id,
  firstName: id,
  lastName: '',
  avatarUrl: null,
  latitude: 38.26,
  longitude: 140.87 + minute,
  accuracy: null,
  at: atMinute(minute),
})

/** Returns the store of a page that has read these locations. */
function createStore(...read: PersonPosition[]) {
  const store = new EntityStore(() => undefined)
  store.register([personEntity, ...positionTypes])
  receivePositions(store, store.beginRead(), read)
  return store
}

test.each(positionTypes.map((type) => [type.name, type] as const))('%s: the merge is a join', (name, type) => {
  const copy = fc
    .integer({ min: 10, max: 14 })
    .map((minute) => (name === 'position' ? position('aiko', minute) : { id: 'all', at: minute }))
  expectJoin(type, copy, name === 'position')
})

test('a new location moves a person on the map, and a late older one changes nothing', () => {
  const store = createStore(position('aiko', 10), position('ben', 10))
  receivePosition(store, 'aiko', position('aiko', 12), atMinute(12))
  receivePosition(store, 'aiko', position('aiko', 11), atMinute(11))
  expect(positionsOf(store)).toEqual([position('aiko', 12), position('ben', 10)])
})

test('a person who shares no location leaves the map, also if an earlier location arrives later', () => {
  const store = createStore(position('aiko', 10))
  receivePosition(store, 'aiko', null, atMinute(12))
  receivePosition(store, 'aiko', position('aiko', 12), atMinute(12))
  expect(positionsOf(store)).toEqual([])
  receivePosition(store, 'aiko', position('aiko', 13), atMinute(13))
  expect(positionsOf(store)).toEqual([position('aiko', 13)])
})

test('a person whom a reply lacks leaves the map, unless a location arrived since the request', () => {
  const store = createStore(position('aiko', 10), position('ben', 10))
  const read = store.beginRead()
  receivePosition(store, 'ben', position('ben', 11), atMinute(11))
  receivePositions(store, read, [])
  expect(positionsOf(store)).toEqual([position('ben', 11)])
})

test('a person on the map has the new name and picture', () => {
  const store = createStore(position('aiko', 10))
  const person = { id: 'aiko', firstName: 'Ai', lastName: 'Ito', fullName: 'Ai Ito', avatarUrl: '/backend/uploads/1' }
  store.put(personEntity, { id: 'aiko', version: 2, person })
  const { firstName, lastName, fullName: name, avatarUrl } = person
  expect(positionsOf(store)).toEqual([{ ...position('aiko', 10), name, firstName, lastName, avatarUrl }])
})

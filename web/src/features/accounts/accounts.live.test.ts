import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Person, PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { newId } from '../../platform/ids.ts'
import { createReceiver } from '../../platform/live.ts'
import { accountsLive } from './accounts.live.ts'

const key = ['positions', 'groups']
const [aiko, ben, alertId] = [newId(), newId(), newId()]

const position = (id: string, minute: number): PersonPosition => ({
  kind: 'user',
  id,
  name: 'someone',
  avatarUrl: null,
  latitude: 38.26,
  longitude: 140.87,
  accuracy: null,
  at: `2026-11-21T09:${minute}:00.000Z`,
})

function map(...items: PersonPosition[]) {
  const cache = new QueryClient()
  cache.setQueryData(key, { items })
  const receive = createReceiver(cache, [accountsLive])
  return {
    hears: (userId: string, at: PersonPosition | null) =>
      receive('users:updated', { userId, position: at }, newId(), { isCatchUp: false }),
    shows: () => cache.getQueryData(key),
  }
}

test('a person moves on the map, and an older position that comes late changes nothing', () => {
  const home = map(position(aiko, 10), position(ben, 10))
  home.hears(aiko, position(aiko, 12))
  home.hears(aiko, position(aiko, 11))
  expect(home.shows()).toEqual({ items: [position(ben, 10), position(aiko, 12)] })
})

test('who stops sharing is gone from the map', () => {
  const home = map(position(aiko, 10))
  home.hears(aiko, null)
  expect(home.shows()).toEqual({ items: [] })
})

const face = (lastName: string, avatarUrl: string | null): Person => ({
  id: aiko,
  firstName: 'Aiko',
  lastName,
  fullName: `Aiko ${lastName}`,
  avatarUrl,
})

/** Every shape in which pages keep people: a profile, pages of alerts, members, the map. */
const lists = (person: Person) => ({
  me: { ...person, email: 'aiko@example.org', isAdmin: true },
  alerts: { pages: [{ items: [{ id: alertId, raisedBy: person, resolvedBy: null }] }], pageParams: [null] },
  members: { items: [person, { ...face('Ben', null), id: ben }] },
  map: { items: [{ ...position(aiko, 10), name: person.fullName, avatarUrl: person.avatarUrl }] },
})

test('a new name and picture stand wherever the person does, as if everything were asked for again', () => {
  const [before, after] = [face('Sato', null), face('Ito', '/backend/uploads/1')]
  const cache = new QueryClient()
  for (const [name, data] of Object.entries(lists(before))) cache.setQueryData([name], data)
  const others = { items: [face('Ben', null)].map((one) => ({ ...one, id: ben })) }
  cache.setQueryData(['others'], others)
  const receive = createReceiver(cache, [accountsLive])
  const hears = (user: Person, version: number) => receive('users:profile', { user, version }, newId(), { isCatchUp: false })

  hears(after, 3)
  hears(before, 2)
  for (const [name, data] of Object.entries(lists(after))) expect(cache.getQueryData([name])).toEqual(data)
  expect(cache.getQueryData(['others'])).toBe(others)
})

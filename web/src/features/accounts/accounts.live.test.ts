import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Person, PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { newId } from '../../platform/ids.ts'
import { createReceiver } from '../../platform/live.ts'
import { positionsOf, positionTypes, receivePositions } from '../../platform/store/known-positions.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import { accountsLive } from './accounts.live.ts'

const [aiko, ben, alertId] = [newId(), newId(), newId()]

const position = (id: string, minute: number): PersonPosition => ({
  kind: 'user',
  id,
  name: 'Someone',
  firstName: 'Someone',
  lastName: '',
  avatarUrl: null,
  latitude: 38.26,
  longitude: 140.87,
  accuracy: null,
  at: `2026-11-21T09:${minute}:00.000Z`,
})

test('an event moves a person on the map, or removes the person', () => {
  const cache = new QueryClient()
  const store = registerEntities(cache, positionTypes)
  receivePositions(store, store.beginRead(), [position(aiko, 10), position(ben, 10)])
  const receive = createReceiver(cache, [accountsLive])
  const applyEvent = (userId: string, at: string, to: PersonPosition | null) =>
    receive('users:updated', { userId, position: to, at }, newId(), { isCatchUp: false })
  applyEvent(aiko, position(aiko, 12).at, position(aiko, 12))
  applyEvent(ben, position(ben, 13).at, null)
  expect(positionsOf(store)).toEqual([position(aiko, 12)])
})

const fakePerson = (lastName: string, avatarUrl: string | null): Person => ({
  id: aiko,
  firstName: 'Aiko',
  lastName,
  fullName: `Aiko ${lastName}`,
  avatarUrl,
})

/** Every shape in which queries contain a person: a profile, pages of alerts, members, the map. */
const queriesWith = (person: Person) => ({
  me: { ...person, email: 'aiko@example.org', isAdmin: true },
  alerts: { pages: [{ items: [{ id: alertId, raisedBy: person, resolvedBy: null }] }], pageParams: [null] },
  members: { items: [person, { ...fakePerson('Ben', null), id: ben }] },
  map: {
    items: [
      {
        ...position(aiko, 10),
        name: person.fullName,
        firstName: person.firstName,
        lastName: person.lastName,
        avatarUrl: person.avatarUrl,
      },
    ],
  },
})

test('a new name and picture of a person are applied to all queries, as a refetch would', () => {
  const [before, after] = [fakePerson('Sato', null), fakePerson('Ito', '/backend/uploads/1')]
  const cache = new QueryClient()
  for (const [name, data] of Object.entries(queriesWith(before))) cache.setQueryData([name], data)
  const others = { items: [fakePerson('Ben', null)].map((person) => ({ ...person, id: ben })) }
  cache.setQueryData(['others'], others)
  const receive = createReceiver(cache, [accountsLive])
  const applyEvent = (user: Person, version: number) => receive('users:profile', { user, version }, newId(), { isCatchUp: false })

  applyEvent(after, 3)
  applyEvent(before, 2)
  for (const [name, data] of Object.entries(queriesWith(after))) expect(cache.getQueryData([name])).toEqual(data)
  expect(cache.getQueryData(['others'])).toBe(others)
})

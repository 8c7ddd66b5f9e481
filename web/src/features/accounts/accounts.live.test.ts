import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Person, PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { newId } from '../../platform/ids.ts'
import { createReceiver } from '../../platform/connection/live.ts'
import { accessToken, setAccessToken } from '../../platform/session/session.ts'
import { socket } from '../../platform/connection/socket.ts'
import { accountsLive } from './accounts.live.ts'

const key = ['positions', 'groups']
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

function openMap(...items: PersonPosition[]) {
  const cache = new QueryClient()
  cache.setQueryData(key, { items })
  const receive = createReceiver(cache, [accountsLive])
  return {
    applyEvent: (userId: string, at: PersonPosition | null) =>
      receive('users:updated', { userId, position: at }, newId(), { isCatchUp: false }),
    positions: () => cache.getQueryData(key),
  }
}

test('a new position moves a person on the map, and a late older one changes nothing', () => {
  const home = openMap(position(aiko, 10), position(ben, 10))
  home.applyEvent(aiko, position(aiko, 12))
  home.applyEvent(aiko, position(aiko, 11))
  expect(home.positions()).toEqual({ items: [position(ben, 10), position(aiko, 12)] })
})

test('a person without a position disappears from the map', () => {
  const home = openMap(position(aiko, 10))
  home.applyEvent(aiko, null)
  expect(home.positions()).toEqual({ items: [] })
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

test('the end of a session that a newer one has replaced leaves the newer one', () => {
  const receive = createReceiver(new QueryClient(), [accountsLive])
  const end = () => receive('session:ended', { reason: 'logout' }, newId(), { isCatchUp: false })
  const connect = () => typeof socket.auth === 'function' && socket.auth(() => undefined)
  setAccessToken('of aiko')
  connect()
  setAccessToken('of ben') // in another tab
  end()
  expect(accessToken()).toBe('of ben')
  connect()
  end()
  expect(accessToken()).toBeNull()
})

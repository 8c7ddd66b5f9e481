import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { newId } from '../../platform/ids.ts'
import { createReceiver } from '../../platform/live.ts'
import { accountsLive } from './accounts.live.ts'

const key = ['positions', 'groups']
const [aiko, ben] = [newId(), newId()]

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

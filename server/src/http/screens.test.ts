import { expect, test } from 'vitest'
import type { Db } from '#/db/pool.ts'
import { type ScreenKind, Screens } from './screens.ts'

const kind = (name: string, revoked: ScreenKind['revoked']): ScreenKind => ({
  name,
  find: async (_db, token) => (token === `token of a ${name}` ? { id: name, scope: [], rooms: [name] } : null),
  revoked,
})
// `as`: these kinds query nothing.
const screens = new Screens({} as Db, [kind('siren', 'siren:revoked'), kind('board', 'session:ended')])

test('a screen is found by its token among all kinds, and a route finds only a screen of its own kind', async () => {
  expect(await screens.find('token of a board')).toEqual({ id: 'board', scope: [], rooms: ['board'], revoked: 'session:ended' })
  expect(await screens.find('token of a board', 'board')).toMatchObject({ id: 'board' })
  expect(await screens.find('token of a board', 'siren')).toBeNull()
  expect(await screens.find('token of a siren', 'unknown')).toBeNull()
  expect(await screens.find('another token')).toBeNull()
})

test('the sockets of each kind end with its own event', () => {
  expect(screens.revocations).toEqual(['siren:revoked', 'session:ended'])
  expect([screens.has('board'), screens.has('unknown')]).toEqual([true, false])
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import { startTestServer } from '#/testing/test-server.ts'
import { deviceName } from './device-name.service.ts'
import { createSession } from './sessions.service.ts'

const { list, end } = sessionRoutes
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'

test('a user lists only their own sessions, the current one first', async () => {
  await using noroshi = await startTestServer()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  noroshi.clock.advance({ hours: 1 })
  await createSession(noroshi.db, ben.id, FIREFOX, noroshi.clock.now())
  const { items } = await ben.fetch(list)
  expect(items).toMatchObject([
    { isCurrent: true, device: '' },
    { isCurrent: false, device: 'Firefox, Android' },
  ])
  expect((await aiko.fetch(list)).items).toHaveLength(1)
  noroshi.clock.advance({ hours: 91 * 24 })
  await noroshi.db.updateTable('sessions').set({ expires_at: noroshi.clock.now() }).where('user_agent', '=', FIREFOX).execute()
  expect((await ben.request(list)).status).toBe(401)
})

test('a user ends one of their other sessions with its sockets, and the current session continues', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const otherDevice = noroshi.as(await createSession(noroshi.db, ben.id, FIREFOX, noroshi.clock.now()))
  const listening = await noroshi.openSocket({ token: otherDevice.token ?? '' })
  const disconnected = new Promise((resolve) => listening.socket.once('disconnect', resolve))
  const id = (await ben.fetch(list)).items.find(({ isCurrent }) => !isCurrent)?.id ?? ''
  expect(await ben.fetch(end, { params: { id } })).toEqual({ ok: true })

  expect(await listening.next('session:ended')).toEqual({ reason: 'revoked' })
  await disconnected
  expect((await otherDevice.request(accountRoutes.me)).status).toBe(401)
  expect((await ben.fetch(list)).items).toHaveLength(1)
  expect((await ben.request(end, { params: { id } })).status).toBe(404)
})

test('a user gets 404 when ending the session of another user', async () => {
  await using noroshi = await startTestServer()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  const admin = await noroshi.admin('Gen')
  const id = (await ben.fetch(list)).items[0]?.id ?? ''
  for (const other of [aiko, admin]) expect((await other.request(end, { params: { id } })).status).toBe(404)
  expect((await aiko.request(end, { params: { id: randomUUID() } })).status).toBe(404)
  expect((await ben.request(accountRoutes.me)).status).toBe(200)
})

test.each([
  [FIREFOX, 'Firefox, Android'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36', 'Chrome, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  ['curl/8.5.0', ''],
])('the device name of %s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

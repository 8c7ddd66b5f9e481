import { expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { unit } from '#/testing/unit.ts'
import { beginSession } from './sessions.service.ts'

const { logout, me } = accountRoutes

test('logout ends the session and its sockets at once, and is noted', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  const [phone, tab] = [await ben.listens(), await ben.listens()]
  const gone = new Promise((resolve) => phone.socket.once('disconnect', resolve))
  await ben.gets(logout, { body: { location: { latitude: 38, longitude: 140, accuracy: 5 } } })

  expect(await phone.next('session:ended')).toEqual({ reason: 'logout' })
  expect(await tab.next('session:ended')).toEqual({ reason: 'logout' })
  expect(await gone).toBe('io server disconnect')
  expect(await ben.asks(me)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  const log = await noroshi.db.selectFrom('activity_logs').selectAll().execute()
  expect(log).toMatchObject([{ user_id: ben.id, action: 'logout', latitude: 38, longitude: 140, accuracy: 5 }])
})

test('logout of one device leaves the others signed in', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  const other = noroshi.as(await beginSession(noroshi.db, ben.id, 'other', noroshi.clock.now()))
  const listening = await noroshi.listens({ token: other.token ?? '' })
  await ben.gets(logout, { body: { location: 'nowhere' } })

  expect((await other.gets(me)).id).toBe(ben.id)
  await listening.settles()
  expect(listening.names()).toEqual([])
  expect(listening.socket.connected).toBe(true)
  const [entry] = await noroshi.db.selectFrom('activity_logs').selectAll().execute()
  expect(entry).toMatchObject({ latitude: null, longitude: null })
})

test('a socket that connects while its session ends does not stay', async () => {
  await using noroshi = await unit()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  // The very moment: the handshake found the session alive, and nobody can reach this socket yet.
  const { viewerOf } = noroshi.deps.sessions
  vi.spyOn(noroshi.deps.sessions, 'viewerOf').mockImplementationOnce(async (token) => {
    const viewer = await viewerOf(token)
    await ben.gets(logout, { body: {} })
    return viewer
  })
  const late = await ben.listens()
  await vi.waitFor(() => expect(late.socket.connected).toBe(false), 10_000)
  await aiko.gets(alertRoutes.raise, { body: {} })
  expect(late.names()).toEqual(['session:ended'])
  expect(await noroshi.io.fetchSockets()).toEqual([])
})

test('a session slides: used it lives on, unused it ends after 90 days', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  for (let use = 0; use < 3; use += 1) {
    noroshi.clock.advance({ hours: 89 * 24 })
    expect((await ben.asks(me)).status).toBe(200)
  }
  noroshi.clock.advance({ hours: 91 * 24 })
  expect((await ben.asks(me)).status).toBe(401)
})

test('a socket whose page was told that the session is over hears nothing of it any more', async () => {
  await using noroshi = await unit()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  const listening = await ben.listens()
  expect(await listening.asks('users:join_room', { userId: ben.id })).toEqual({ ok: true })
  expect(await listening.asks('users:unauthorized', {})).toEqual({ ok: true })
  const { id } = await aiko.gets(alertRoutes.raise, { body: {} })

  expect(await listening.asks('users:join_room', { userId: ben.id })).toEqual({ ok: false, code: 'forbidden' })
  expect(await listening.asks('alert:join_alert_page', { alertId: id })).toEqual({ ok: false, code: 'alert.notFound' })
  expect(await listening.asks('alert:delivered', { alertIds: [id] })).toEqual({ ok: false, code: 'unauthorized' })
  expect(listening.names()).toEqual([])
})

import { expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { EVERY_PAGE, userRoom } from '#/realtime/rooms.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { createSession } from './sessions.service.ts'

const { logout, me } = accountRoutes

test('a logout ends the session and its sockets at once and adds an activity entry without the location', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const [phone, tab] = [await ben.openSocket(), await ben.openSocket()]
  const disconnected = new Promise((resolve) => phone.socket.once('disconnect', resolve))
  await ben.fetch(logout, { body: { location: { latitude: 38, longitude: 140, accuracy: 5 } } })

  expect(await phone.next('session:ended')).toEqual({ reason: 'logout' })
  expect(await tab.next('session:ended')).toEqual({ reason: 'logout' })
  expect(await disconnected).toBe('io server disconnect')
  expect(await ben.request(me)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  const log = await noroshi.db.selectFrom('activity_logs').selectAll().execute()
  expect(log).toEqual([
    { id: expect.any(String) as string, user_id: ben.id, action: 'logout', created_at: expect.any(Date) as Date },
  ])
})

test('a logout on one device keeps the other sessions', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const other = noroshi.as(await createSession(noroshi.db, ben.id, 'other', noroshi.clock.now()))
  const listening = await noroshi.openSocket({ token: other.token ?? '' })
  await ben.fetch(logout, { body: { location: 'nowhere' } })

  expect((await other.fetch(me)).id).toBe(ben.id)
  await listening.settle()
  expect(listening.names()).toEqual([])
  expect(listening.socket.connected).toBe(true)
  expect(await noroshi.db.selectFrom('activity_logs').select('action').execute()).toEqual([{ action: 'logout' }])
})

test('a socket that connects while its session ends is disconnected', async () => {
  await using noroshi = await startTestServer()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  // The session ends after the handshake has found it live, and before the socket joins its rooms.
  const { viewerOf } = noroshi.deps.sessions
  vi.spyOn(noroshi.deps.sessions, 'viewerOf').mockImplementationOnce(async (token) => {
    const viewer = await viewerOf(token)
    await ben.fetch(logout, { body: {} })
    return viewer
  })
  const late = await ben.openSocket()
  await vi.waitFor(() => expect(late.socket.connected).toBe(false), 10_000)
  await aiko.fetch(alertRoutes.raise, { body: {} })
  expect(late.names()).toEqual(['session:ended'])
  expect(await noroshi.io.fetchSockets()).toEqual([])
})

test('a session ends 90 days after its last use', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  for (let use = 0; use < 3; use += 1) {
    noroshi.clock.advance({ hours: 89 * 24 })
    expect((await ben.request(me)).status).toBe(200)
  }
  noroshi.clock.advance({ hours: 91 * 24 })
  expect((await ben.request(me)).status).toBe(401)
})

test('a socket receives no events of its session after users:unauthorized', async () => {
  await using noroshi = await startTestServer()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  const listening = await ben.openSocket()
  expect(await listening.send('users:join_room', { userId: ben.id })).toEqual({ ok: true })
  // This command has no payload by the specification. The other commands refuse an empty payload.
  expect(await listening.socket.timeout(5000).emitWithAck('users:unauthorized')).toEqual({ ok: true })
  const { id } = await aiko.fetch(alertRoutes.raise, { body: {} })

  expect(await listening.send('users:join_room', { userId: ben.id })).toEqual({ ok: false, code: 'forbidden' })
  expect(await listening.send('alert:join_alert_page', { alertId: id })).toEqual({ ok: false, code: 'alert.notFound' })
  expect(await listening.send('alert:delivered', { alertIds: [id] })).toEqual({ ok: false, code: 'unauthorized' })
  expect(listening.names()).toEqual([])
})

test('a socket receives the changes of the unit also after users:unauthorized', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  expect(await listening.socket.timeout(5000).emitWithAck('users:unauthorized')).toEqual({ ok: true })
  await noroshi.deps.transaction(async (tx) => tx.emit('unit:changed', [EVERY_PAGE], {}))
  expect(await listening.next('unit:changed')).toEqual({})
})

test('a socket that signs off while the server reads its rights gets no topic of its user back', async () => {
  await using noroshi = await startTestServer()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  const listening = await ben.openSocket()
  await listening.settle()
  const { viewerOf } = noroshi.deps.sessions
  let goOn = () => {}
  const signedOff = new Promise<void>((resolve) => (goOn = resolve))
  const reading = vi.spyOn(noroshi.deps.sessions, 'viewerOf').mockImplementationOnce(async (token) => {
    const viewer = await viewerOf(token)
    await signedOff
    return viewer
  })
  const changed = noroshi.deps.transaction(async (tx) => tx.emit('membership:changed', [userRoom(ben.id)], {}))
  await vi.waitFor(() => expect(reading).toHaveBeenCalled(), 10_000)
  expect(await listening.socket.timeout(5000).emitWithAck('users:unauthorized')).toEqual({ ok: true })
  goOn()
  await changed
  await aiko.fetch(alertRoutes.raise, { body: {} })
  expect(await listening.send('users:join_room', { userId: ben.id })).toEqual({ ok: false, code: 'forbidden' })
  await listening.settle()
  expect(listening.names()).not.toContain('alert:new_alert')
})

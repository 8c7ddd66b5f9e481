import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { hashPassword } from '#/features/accounts/passwords/hashing.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { Presence } from './presence.ts'

const PASSWORD = 'correct horse battery'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Signs in as the user on the browser with this id and returns the session token. */
async function signIn(user: TestUser, deviceId?: string): Promise<string> {
  const { email } = await noroshi.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', user.id)
    .returning('email')
    .executeTakeFirstOrThrow()
  const body = { email, password: PASSWORD, location: null, ...(deviceId !== undefined && { deviceId }) }
  return (await noroshi.visitor.fetch(accountRoutes.login, { body })).accessToken
}

const viewerOf = async (token: string) => (await noroshi.deps.sessions.viewerOf(token)) ?? expect.fail('the session is unknown')
const fail = (error: unknown) => expect.unreachable(String(error))
const devicesOf = (user: TestUser) => noroshi.deps.presence.devicesOf(user.id)

test('two users who sign in on one browser have a device each', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const deviceId = randomUUID()
  const sockets = [await noroshi.openSocket({ token: await signIn(aiko, deviceId) })]
  expect([await devicesOf(aiko), await devicesOf(ben)]).toEqual([[deviceId], []])
  sockets.push(await noroshi.openSocket({ token: await signIn(ben, deviceId) }))
  expect([await devicesOf(aiko), await devicesOf(ben)]).toEqual([[deviceId], [deviceId]])
  for (const socket of sockets) socket.close()
})

test('a client that signs in without a device id gets a new device with each session', async () => {
  const [aiko] = await noroshi.people('Aiko')
  const [first, second] = [await viewerOf(await signIn(aiko)), await viewerOf(await signIn(aiko))]
  expect(first.deviceId).not.toBe(second.deviceId)
})

test('a client that signs in with a malformed device id gets 400', async () => {
  const body = { email: 'aiko@example.org', password: PASSWORD, location: null, deviceId: 'phone' }
  await expect(noroshi.visitor.request(accountRoutes.login, { body })).resolves.toMatchObject({ status: 400 })
})

test('a device stays connected until its last tab closes, and then its listener is called once', async () => {
  const [aiko] = await noroshi.people('Aiko')
  const token = await signIn(aiko)
  const { deviceId } = await viewerOf(token)
  const listener = vi.fn()
  noroshi.deps.presence.onDisconnected((device) => {
    if (device.userId === aiko.id) listener(device)
  })
  const tabs = [await noroshi.openSocket({ token }), await noroshi.openSocket({ token })]
  tabs[0]?.close()
  await vi.waitFor(() => expect(noroshi.io.sockets.adapter.rooms.get(`device:${aiko.id}:${deviceId}`)?.size).toBe(1), 10_000)
  expect(await devicesOf(aiko)).toEqual([deviceId])
  expect(listener).not.toHaveBeenCalled()
  tabs[1]?.close()
  await vi.waitFor(() => expect(listener).toHaveBeenCalledExactlyOnceWith({ userId: aiko.id, deviceId }), 10_000)
  expect(await devicesOf(aiko)).toEqual([])
})

test('the devices of a killed process disappear, and a living process reports them', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const other = new Presence(noroshi.db, fail)
  await other.beat()
  const device = { userId: aiko.id, deviceId: randomUUID() }
  other.connect(device)
  await other.devicesOf(aiko.id)
  expect(await noroshi.deps.presence.isConnected([aiko.id, ben.id])).toEqual(new Set([aiko.id]))

  const listener = vi.fn()
  noroshi.deps.presence.onDisconnected(listener)
  await sql`UPDATE server_processes SET heartbeat_at = heartbeat_at - interval '1 minute'`.execute(noroshi.db)
  await noroshi.deps.presence.beat()
  expect(await noroshi.deps.presence.isConnected([aiko.id, ben.id])).toEqual(new Set())
  expect(listener).toHaveBeenCalledExactlyOnceWith(device)

  // The process was only paused: its next heartbeat stores its devices again.
  await other.beat()
  expect(await devicesOf(aiko)).toEqual([device.deviceId])
  await other.close()
  expect(await devicesOf(aiko)).toEqual([])
})

test('a device that moves to another process is not reported as disconnected', async () => {
  const [aiko] = await noroshi.people('Aiko')
  const other = new Presence(noroshi.db, fail)
  const listener = vi.fn()
  other.onDisconnected(listener)
  await other.beat()
  const token = await signIn(aiko)
  const socket = await noroshi.openSocket({ token })
  const [deviceId = ''] = await devicesOf(aiko)
  other.connect({ userId: aiko.id, deviceId })
  other.disconnect({ userId: aiko.id, deviceId })
  expect(await other.devicesOf(aiko.id)).toEqual([deviceId])
  expect(listener).not.toHaveBeenCalled()
  socket.close()
  await other.close()
})

test('devices are found again after a crash of PostgreSQL emptied the tables', async () => {
  const [aiko] = await noroshi.people('Aiko')
  const other = new Presence(noroshi.db, fail)
  const socket = await aiko.openSocket()
  const [deviceId = ''] = await devicesOf(aiko)
  await sql`TRUNCATE server_processes, connected_devices`.execute(noroshi.db)
  expect(await devicesOf(aiko)).toEqual([deviceId])
  await noroshi.deps.presence.beat()
  expect(await other.devicesOf(aiko.id)).toEqual([deviceId])
  socket.close()
})

test('a device that connects right after a crash of PostgreSQL does not hide the other devices of its process', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const other = new Presence(noroshi.db, fail)
  const sockets = [await aiko.openSocket()]
  const [deviceId = ''] = await devicesOf(aiko)
  await sql`TRUNCATE server_processes, connected_devices`.execute(noroshi.db)
  sockets.push(await ben.openSocket())
  await devicesOf(ben)
  await noroshi.deps.presence.beat()
  expect(await other.devicesOf(aiko.id)).toEqual([deviceId])
  for (const socket of sockets) socket.close()
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#/db/ids.ts'
import { type Db, openDb } from '#/db/pool.ts'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { longTest } from '#/testing/long-test.ts'
import { Caller } from '#/testing/caller.ts'
import { acceptCall, callUser, fetchCall, leaveCall, openCallPage, sendSignal, sessionOf } from '#/testing/scenes/calls.ts'
import { cloneDatabase } from '#/testing/database.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'
import { TestSocket } from '#/testing/test-socket.ts'

// Two server processes on one database.

let directory: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
let first: ServerProcess
let second: ServerProcess

const start = async (name: string): Promise<ServerProcess> => {
  const server = new ServerProcess({ DATABASE_URL: database.url, DATA_DIR: path.join(directory, name) })
  await server.start()
  return server
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'noroshi-calls-'))
  database = await cloneDatabase()
  db = openDb(database.url, 2)
  first = await start('first')
  second = await start('second')
})
afterAll(async () => {
  for (const server of [first, second]) if (server.isRunning()) await server.kill()
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

async function createUser(first_name: string) {
  const id = newId()
  await db
    .insertInto('users')
    .values({ id, email: `${id}@example.org`, password_hash: 'none', first_name })
    .execute()
  const token = await createSession(db, id, 'test', new Date())
  return {
    id,
    on: (server: ServerProcess) => new Caller(server.url, token),
    openSocket: (server: ServerProcess) => TestSocket.at(server.url, { token }),
  }
}

/** A call of two users, each with a page at another process. */
async function callAcrossProcesses() {
  const [aiko, ben] = [await createUser('Aiko'), await createUser('Ben')]
  const sockets = { aiko: await aiko.openSocket(first), ben: await ben.openSocket(second) }
  const call = await callUser(aiko.on(first), ben)
  expect((await sockets.ben.next('call-session:incoming')).call.id).toBe(call.id)
  await acceptCall(ben.on(second), sessionOf(call, ben))
  const pages = { aiko: await openCallPage(sockets.aiko, call.id), ben: await openCallPage(sockets.ben, call.id) }
  return { aiko, ben, call, pages }
}

test('two users at different processes exchange signals of any length, in order and acknowledged', async () => {
  const { aiko, call, pages } = await callAcrossProcesses()
  const signals = Array.from({ length: 20 }, (_, seq) => ({ type: 'offer' as const, sdp: `${seq} 狼煙 `.repeat(seq * 250) }))
  for (const [from, to] of [
    [pages.aiko, pages.ben],
    [pages.ben, pages.aiko],
  ] as const) {
    const acks = await Promise.all(signals.map((signal, seq) => sendSignal(from, to.own, seq, signal)))
    expect(acks).toEqual(signals.map(() => ({ ok: true })))
    expect(to.socket.payloadsOf('call:signal')).toEqual(
      signals.map((signal, seq) => ({ callId: call.id, from: from.own, toEndpointId: to.own.endpointId, seq, signal })),
    )
  }
  await leaveCall(aiko.on(second), call)
  for (const { socket } of Object.values(pages)) socket.close()
})

longTest('a signal to a page at another process is not delivered while the page does not acknowledge', async () => {
  const { aiko, call, pages } = await callAcrossProcesses()
  pages.ben.socket.acknowledgesEvents = false
  expect(await sendSignal(pages.aiko, pages.ben.own)).toEqual({ ok: false, code: 'call.notDelivered' })
  pages.ben.socket.acknowledgesEvents = true
  expect(await sendSignal(pages.aiko, pages.ben.own, 1)).toEqual({ ok: true })
  await leaveCall(aiko.on(first), call)
  for (const { socket } of Object.values(pages)) socket.close()
})

test('a page that moves to another process receives signals while its old socket is still open', async () => {
  const { aiko, ben, call, pages } = await callAcrossProcesses()
  // The network of Ben's page broke without a close: its socket at the second process acknowledges nothing.
  pages.ben.socket.acknowledgesEvents = false
  const moved = await openCallPage(await ben.openSocket(first), call.id, pages.ben.own.endpointId)
  const caller = await openCallPage(await aiko.openSocket(second), call.id, pages.aiko.own.endpointId)
  expect(await sendSignal(caller, moved.own)).toEqual({ ok: true })
  expect(await moved.socket.next('call:signal')).toMatchObject({ from: caller.own, seq: 0 })
  await leaveCall(aiko.on(first), call)
  for (const { socket } of [...Object.values(pages), moved, caller]) socket.close()
})

longTest('a call continues when a process is killed: its pages join again at another one or after the restart', async () => {
  const { aiko, ben, call, pages } = await callAcrossProcesses()
  await first.kill()
  // The page of Aiko reconnects to the other process, as behind a load balancer.
  const moved = await openCallPage(await aiko.openSocket(second), call.id, pages.aiko.own.endpointId)
  expect(await sendSignal(moved, pages.ben.own)).toEqual({ ok: true })
  expect(await sendSignal(pages.ben, moved.own)).toEqual({ ok: true })
  await second.kill()
  first = await start('first')
  const back = [
    await openCallPage(await aiko.openSocket(first), call.id, pages.aiko.own.endpointId),
    await openCallPage(await ben.openSocket(first), call.id, pages.ben.own.endpointId),
  ] as const
  expect(await sendSignal(back[0], back[1].own, 1)).toEqual({ ok: true })
  expect(await fetchCall(ben.on(first), call.id)).toMatchObject({ endedAt: null, participants: { length: 2 } })
  for (const { socket } of back) socket.close()
})

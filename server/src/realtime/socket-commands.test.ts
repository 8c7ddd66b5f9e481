import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroup } from '#/testing/scenes/chats.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { threadPageRoom } from '#/features/messaging/messaging.rooms.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Makes every command on a thread wait until the returned function is called. */
async function lockThreads(): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = noroshi.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE thread_members`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return async () => {
    released.resolve()
    await ended
  }
}

async function socketWithThreads() {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [first, second] = [await createGroup(aiko, [ben]), await createGroup(aiko, [ben])]
  const socket = await aiko.openSocket()
  const rooms = () => noroshi.io.sockets.sockets.get(socket.socket.id ?? '')?.rooms ?? new Set<string>()
  return { socket, rooms, first: { messageThreadId: first.id }, second: { messageThreadId: second.id } }
}

test('a command that waits does not delay a command on another topic', async () => {
  const { socket, first, second } = await socketWithThreads()
  const release = await lockThreads()
  const acks: string[] = []
  const waiting = socket.send('message-threads:join', first).then(() => acks.push('waiting'))
  await socket.send('message-threads:leave', second).then(() => acks.push('other'))
  await release()
  await waiting
  expect(acks).toEqual(['other', 'waiting'])
})

test('commands on one topic run in the order of sending, also when the first one waits', async () => {
  const { socket, rooms, first } = await socketWithThreads()
  const release = await lockThreads()
  const acks: string[] = []
  const joined = socket.send('message-threads:join', first).then(() => acks.push('joined'))
  const left = socket.send('message-threads:leave', first).then(() => acks.push('left'))
  await socket.settle()
  expect(acks).toEqual([])
  await release()
  await Promise.all([joined, left])
  expect(acks).toEqual(['joined', 'left'])
  expect(rooms().has(threadPageRoom(first.messageThreadId))).toBe(false)
})

test('a socket that signs off while it joins a thread does not stay in the room of the thread', async () => {
  const { socket, rooms, first } = await socketWithThreads()
  const release = await lockThreads()
  const joined = socket.send('message-threads:join', first)
  expect(await socket.send('users:unauthorized', {})).toEqual({ ok: true })
  await release()
  expect(await joined).toEqual({ ok: false, code: 'unauthorized' })
  expect(rooms().has(threadPageRoom(first.messageThreadId))).toBe(false)
})

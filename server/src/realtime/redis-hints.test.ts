import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { RedisProcess } from '#/testing/processes/redis-process.ts'
import { SharedDatabase, type SharedUser, type SharingServer } from '#/testing/shared-database.ts'
import type { TestSocket } from '#/testing/test-socket.ts'

let redis: RedisProcess
let shared: SharedDatabase
let first: SharingServer
let second: SharingServer
beforeAll(async () => {
  redis = await RedisProcess.start()
  shared = await SharedDatabase.create()
  first = await shared.startServer({ REDIS_URL: redis.url })
  second = await shared.startServer({ REDIS_URL: redis.url })
})
afterAll(async () => {
  await shared[Symbol.asyncDispose]()
  await redis[Symbol.asyncDispose]()
})

/** Opens the thread of a new group in the sockets of its members, each at another server. */
async function openThread(aiko: SharedUser, ben: SharedUser): Promise<{ id: string; typist: TestSocket; reader: TestSocket }> {
  const body = { name: 'Night watch', description: '', recipients: [ben.id] }
  const { id } = await aiko.on(first).fetch(threadRoutes.createGroup, { body })
  const [typist, reader] = [await first.openSocket(aiko.token), await second.openSocket(ben.token)]
  for (const socket of [typist, reader])
    expect(await socket.send('message-threads:join', { messageThreadId: id })).toEqual({ ok: true })
  return { id, typist, reader }
}

test('a typing notice reaches a member at another process, before and after an outage of Redis', async () => {
  const [aiko, ben] = [await shared.createUser('Aiko'), await shared.createUser('Ben')]
  const { id, typist, reader } = await openThread(aiko, ben)
  const type = () => typist.send('messages:typing', { messageThreadId: id })
  // A socket may send one typing notice a second.
  const typeUntilReceived = (socket = reader) =>
    vi.waitFor(
      async () => {
        const before = socket.payloadsOf('messages:typing').length
        await type()
        await vi.waitFor(() => expect(socket.payloadsOf('messages:typing').length).toBeGreaterThan(before), 500)
      },
      { timeout: 15_000, interval: 200 },
    )
  await typeUntilReceived()

  await redis.kill()
  await vi.waitFor(() => expect(first.log.join('')).toContain('Redis is unavailable'), 5000)
  const neighbour = await first.openSocket(ben.token)
  await neighbour.send('message-threads:join', { messageThreadId: id })
  await typeUntilReceived(neighbour)
  const raised = await aiko.on(first).fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  expect((await reader.next('alert:new_alert')).id).toBe(raised.id)
  expect(first.log).toHaveLength(1)

  await redis.restart()
  await typeUntilReceived()
  for (const socket of [typist, reader, neighbour]) socket.close()
})

test('a server starts while Redis is unavailable', async () => {
  const unused = 'redis://127.0.0.1:1'
  const server = await shared.startServer({ REDIS_URL: unused })
  const aiko = await shared.createUser('Aiko')
  await aiko.on(server).fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  await server.close()
})

test('a second process without Redis warns that live hints stay within one process, and the first one does not', async () => {
  await using database = await SharedDatabase.create()
  const alone = await database.startServer()
  const another = await database.startServer()
  expect([alone.log, another.log].map((log) => log.filter((line) => line.includes('Without REDIS_URL')).length)).toEqual([0, 1])
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RADIO_PACKET_MS } from '@noroshi/contract/limits'
import { newId } from '#/db/ids.ts'
import { type Db, openDb } from '#/db/pool.ts'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { Caller } from '#/testing/caller.ts'
import { cloneDatabase } from '#/testing/database.ts'
import { IS_LONG, longTest } from '#/testing/long-test.ts'
import {
  fetchLive,
  floorsAt,
  framesAt,
  grantedBy,
  openChannel,
  outcomeOf,
  press,
  type RadioPage,
  type RadioUser,
  release,
  sendSound,
  talk,
  tryPress,
} from '#/testing/scenes/radio.ts'
import { RedisProcess } from '#/testing/processes/redis-process.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'
import { TestSocket } from '#/testing/test-socket.ts'

// Two server processes on one database, with Redis for the sound.

let directory: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let redis: RedisProcess
let db: Db
let first: ServerProcess
let second: ServerProcess

const start = async (): Promise<ServerProcess> => {
  const server = new ServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: path.join(directory, 'data'),
    REDIS_URL: redis.url,
    // No recogniser answers there: each recording becomes a message.
    SPEECH_URL: 'http://127.0.0.1:9',
    SPEECH_SECRET: 'a secret of this test',
  })
  await server.start()
  return server
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'noroshi-radio-'))
  database = await cloneDatabase()
  redis = await RedisProcess.start()
  db = openDb(database.url, 2)
  first = await start()
  second = await start()
})
afterAll(async () => {
  for (const server of [first, second]) if (server.isRunning()) await server.kill()
  await db.destroy()
  await database.drop()
  await redis[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

/** A user whose pages are at a process. */
async function createUser(first_name: string, server: ServerProcess): Promise<RadioUser> {
  const id = newId()
  await db
    .insertInto('users')
    .values({ id, email: `${id}@example.org`, password_hash: 'none', first_name })
    .execute()
  const token = await createSession(db, id, 'test', new Date())
  return Object.assign(new Caller(server.url, token), { id, openSocket: () => TestSocket.at(server.url, { token }) })
}

/** A radio chat of two users, each with a page at another process. */
async function openBoth() {
  const [aiko, ben] = [await createUser('Aiko', first), await createUser('Ben', second)]
  const { id, pages } = await openChannel([aiko, ben])
  return { aiko, ben, id, pages: { aiko: pages[0], ben: pages[1] } }
}

const lastFloor = (page: RadioPage) => floorsAt(page).at(-1)

test('a speaker at one process is heard at the other one, and the floor goes to a page there', async () => {
  const { ben, aiko, pages } = await openBoth()
  const id = await talk(pages.aiko)
  expect(await press(pages.ben)).toMatchObject({ granted: false, speakerId: aiko.id, position: 1 })
  sendSound(pages.aiko, id, 50)
  const heard = () => framesAt(pages.ben)
  await vi.waitFor(
    () => expect(heard().map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, index) => 2 * index)),
    10_000,
  )
  await release(pages.aiko)
  await vi.waitFor(() => expect(lastFloor(pages.ben)).toMatchObject({ speakerId: ben.id }), 10_000)
  const next = lastFloor(pages.ben)?.transmissionId ?? ''
  sendSound(pages.ben, next, 50)
  await release(pages.ben)
  expect(await outcomeOf(pages.ben, next)).toMatchObject({ id: next, SenderId: ben.id })
  for (const { socket } of Object.values(pages)) socket.close()
})

/** Number of waves. Each has 40 requests. */
const WAVES = IS_LONG ? 25 : 6

test('many requests at two processes never give the floor to two users', async () => {
  const { pages } = await openBoth()
  const both = [pages.aiko, pages.ben] as const
  const replies = []
  // Waves, so that a slow machine acknowledges each request in time.
  for (let wave = 0; wave < WAVES; wave++)
    replies.push(...(await Promise.all(Array.from({ length: 40 }, (_, index) => tryPress(both[index % 2 === 0 ? 0 : 1])))))
  const granted = [...new Set(grantedBy(replies))]
  expect(granted.length).toBeGreaterThan(0)
  await vi.waitFor(() => expect(floorsAt(pages.aiko)).toEqual(floorsAt(pages.ben)), 10_000)
  const floors = floorsAt(pages.aiko)
  expect(floors.map(({ version }) => version)).toEqual(floors.map((_, index) => index + 2))
  const runs = floors.map(({ transmissionId }) => transmissionId).filter((id, index, ids) => id !== ids[index - 1])
  expect(new Set(runs).size).toBe(runs.length)
  expect(granted.filter((id) => !runs.includes(id))).toEqual([])
  for (const { socket } of both) socket.close()
}, 120_000)

longTest('a speaker whose process cannot renew the floor is recorded and not heard at other processes', async () => {
  const { id: threadId, pages } = await openBoth()
  const id = await talk(pages.aiko)
  const setGrant = (transmissionId: string) =>
    sql`UPDATE radio_chats SET transmission_id = ${transmissionId}::uuid, floor_until = clock_timestamp() + interval '1 hour'
      WHERE thread_id = ${threadId}::uuid AND ended_at IS NULL`.execute(db)
  // Another page has got the floor, and the process of the speaker does not know it, as without PostgreSQL.
  await setGrant(newId())
  const heard = () => pages.ben.socket.payloadsOf('radio:frame').length
  let seq = 0
  const speaking = setInterval(() => {
    sendSound(pages.aiko, id, 10, seq)
    seq += 10
  }, 200)
  await vi.waitFor(() => expect(heard()).toBeGreaterThan(0), 10_000)
  await sleep(3000)
  const before = heard()
  await sleep(1000)
  expect(heard()).toBe(before)
  await setGrant(id)
  await vi.waitFor(() => expect(heard()).toBeGreaterThan(before), 10_000)
  clearInterval(speaking)
  await release(pages.aiko)
  const durationMs = (await outcomeOf(pages.aiko, id))?.radio?.durationMs ?? 0
  expect(durationMs).toBeGreaterThan(heard() * 2 * RADIO_PACKET_MS)
  for (const { socket } of Object.values(pages)) socket.close()
})

longTest('the floor of a speaker whose process is killed becomes free for the page that waits at another process', async () => {
  const { ben, id, pages } = await openBoth()
  await talk(pages.aiko)
  expect(await press(pages.ben)).toMatchObject({ position: 1 })
  await first.kill()
  await vi.waitFor(() => expect(lastFloor(pages.ben)).toMatchObject({ speakerId: ben.id }), 15_000)
  expect((await fetchLive(ben, id)).radioChat?.members).toHaveLength(2)
  pages.ben.socket.close()
  first = await start()
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { userRoom } from '#/realtime/rooms.ts'
import { from, PROXY } from '#/testing/scenes/alert-sources.ts'
import { cursorAfterAll } from '#/testing/cursors.ts'
import { longTest } from '#/testing/long-test.ts'
import { type TestServer, startTestServer, type TestUser } from '#/testing/test-server.ts'
import { CATCH_UP_BYTES_MAX, CATCH_UP_MAX } from './events.service.ts'

// The attack: a member reads the largest possible catch-up again and again, in many sessions.

/** Inserts events to a user that each have this number of characters. */
const insertLarge = (noroshi: TestServer, user: TestUser, count: number, text: string) =>
  sql`INSERT INTO events (id, name, rooms, payload)
    SELECT gen_random_uuid(), 'alert:answered', ${[userRoom(user.id)]}::text[], jsonb_build_object('text', ${text}::text)
    FROM generate_series(1, ${count}::int)`.execute(noroshi.db)

/** Not compressible, so that its size on disk is that of the text. */
const random = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))).join('')

test.each([
  ['that compresses well', 'x'.repeat(30_000)],
  ['that does not compress', random(10_000)],
])('a catch-up of more than a megabyte of text %s gets complete: false, and later events arrive', async (_label, text) => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const cursor = await cursorAfterAll(aiko)
  const small = Math.floor(CATCH_UP_BYTES_MAX / Buffer.byteLength(text)) - 1
  await insertLarge(noroshi, aiko, small, text)
  const complete = await aiko.fetch(eventRoutes.since, { query: { since: cursor } })
  expect(complete.complete).toBe(true)
  expect(complete.events).toHaveLength(small)
  await insertLarge(noroshi, aiko, 3, text)
  const refused = await aiko.fetch(eventRoutes.since, { query: { since: cursor } })
  expect(refused).toMatchObject({ events: [], complete: false })
  const next = await cursorAfterAll(aiko)
  await insertLarge(noroshi, aiko, 1, 'later')
  expect((await aiko.fetch(eventRoutes.since, { query: { since: next } })).events).toMatchObject([{ payload: { text: 'later' } }])
})

longTest(
  'hundreds of catch-ups of a member in many sessions and addresses do not keep others from an SOS and from catching up',
  { timeout: 120_000 },
  async () => {
    await using noroshi = await startTestServer(PROXY)
    const [mallory, aiko, ben] = await noroshi.people('Mallory', 'Aiko', 'Ben')
    const cursor = await cursorAfterAll(mallory)
    await insertLarge(noroshi, mallory, CATCH_UP_MAX - 10, 'x'.repeat(1900))
    const sessions = await Promise.all(Array.from({ length: 20 }, () => noroshi.anotherSession(mallory)))
    const attack = Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        (sessions[index % 20] ?? mallory).request(eventRoutes.since, {
          query: { since: cursor },
          headers: from(`2001:db8:${index}::1`),
        }),
      ),
    )
    const [own, anonymous, missed] = await Promise.all([
      aiko.request(alertRoutes.raise, { body: { textContent: 'fire' } }),
      noroshi.visitor.request(alertRoutes.raise, { body: { clientId: randomUUID() }, headers: from('198.51.100.20') }),
      ben.request(eventRoutes.since, { query: { since: cursor } }),
    ])
    expect([own.status, anonymous.status, missed.status]).toEqual([201, 201, 200])
    const replies = await attack
    const accepted = replies.filter(({ status }) => status === 200)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect(accepted.every(({ body }) => body.complete)).toBe(true)
    expect((await mallory.fetch(eventRoutes.since, { query: { since: cursor } })).complete).toBe(true)
  },
)

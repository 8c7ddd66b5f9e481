import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { userRoom } from '#/realtime/rooms.ts'
import { alertGroupRoom } from '#/features/alerts/alerts.rooms.ts'
import type { Caller } from '#/testing/caller.ts'
import { cursorAfterAll } from '#/testing/cursors.ts'
import { withLostCommitReply } from '#/testing/hostile/lost-commit.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'
import { CATCH_UP_MAX, openJournal } from './events.service.ts'
import { pruneEvents } from './events.sql.ts'

const currentCursor = async (caller: Caller) => (await caller.fetch(eventRoutes.since)).cursor
const since = (caller: Caller, cursor: string, alertToken?: string) =>
  caller.fetch(eventRoutes.since, { query: { since: cursor }, alertToken })

/** Emits a small event to a room and returns its alert id. */
const emitTo = (noroshi: TestServer, room: string, alertId = randomUUID()) =>
  noroshi.deps.transaction(async (tx) => {
    tx.emit('alert:answered', [room], { alertId, seenAt: null, answer: null, version: 1 })
    return alertId
  })
const alertIdsOf = ({ events }: Awaited<ReturnType<typeof since>>) =>
  events.map(({ payload }) => (payload as { alertId: string }).alertId) // all events are from `emitTo`

const insertEvents = (noroshi: TestServer, events: { count: number; room: string; at?: Date }) =>
  sql`INSERT INTO events (id, name, rooms, payload, created_at)
    SELECT gen_random_uuid(), 'alert:answered', ${[events.room]}::text[], '{}', ${events.at ?? new Date()}
    FROM generate_series(1, ${events.count}::int)`.execute(noroshi.db)

test('a user without a cursor gets only the current cursor', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await aiko.fetch(alertRoutes.raise, { body: {} })
  const { cursor, ...reply } = await ben.fetch(eventRoutes.since)
  expect(reply).toEqual({ events: [], complete: true })
  expect((await since(ben, cursor)).complete).toBe(true)
})

test('a user catches up all events since the cursor once, and none from before', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chiyo] = await noroshi.people('Aiko', 'Ben', 'Chiyo')
  const before = await chiyo.fetch(alertRoutes.raise, { body: { textContent: 'of before' } })
  const cursor = await cursorAfterAll(ben)
  const listening = await chiyo.openSocket()

  const { id } = await aiko.fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  await aiko.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'at the bridge' } })
  await aiko.fetch(alertRoutes.resolve, { body: { AlertId: id } })
  await listening.settle()

  const missed = await since(ben, cursor)
  expect(missed.complete).toBe(true)
  const emitted = listening.received.map(({ name, payload, meta }) => ({ eventId: meta.eventId, name, payload }))
  expect(missed.events).toEqual(emitted)
  expect(emitted.map(({ name }) => name)).toEqual(['alert:new_alert', 'messages:new_message', 'alert:resolved'])
  expect(JSON.stringify(missed)).not.toContain(before.id)
  await cursorAfterAll(ben)
})

test('a user removed from a group catches up none of its events, also from before the removal', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chiyo] = await noroshi.people('Aiko', 'Ben', 'Chiyo')
  const cursor = await cursorAfterAll(ben)
  await aiko.fetch(alertRoutes.raise, { body: {} })
  const own = await emitTo(noroshi, userRoom(ben.id))
  await noroshi.db.deleteFrom('alert_group_members').where('user_id', '=', ben.id).execute()
  await chiyo.fetch(alertRoutes.raise, { body: {} })

  expect(alertIdsOf(await since(ben, cursor))).toEqual([own])
  expect((await since(aiko, cursor)).events.map(({ name }) => name)).toEqual(['alert:new_alert', 'alert:new_alert'])
})

test('a user who joined a group catches up its events since the cursor', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const group = randomUUID()
  const cursor = await cursorAfterAll(ben)
  const earlier = await emitTo(noroshi, alertGroupRoom(group))
  await noroshi.db.insertInto('alert_groups').values({ id: group, name: 'Harbour' }).execute()
  expect(alertIdsOf(await since(ben, cursor))).toEqual([])
  await noroshi.db.insertInto('alert_group_members').values({ group_id: group, user_id: ben.id }).execute()
  expect(alertIdsOf(await since(ben, cursor))).toEqual([earlier])
})

test('a holder of an alert token catches up only that alert, and a visitor without a token gets 404', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const own = await noroshi.visitor.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })
  const cursor = await cursorAfterAll(noroshi.visitor, { alertToken: own.alertToken })
  const other = await noroshi.visitor.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })
  await aiko.fetch(alertRoutes.raise, { body: {} })
  await ben.fetch(alertRoutes.resolve, { body: { AlertId: own.id } })

  const missed = await since(noroshi.visitor, cursor, own.alertToken)
  expect(missed.events.map(({ name }) => name)).toEqual(['alert:resolved'])
  expect((await since(noroshi.visitor, cursor, other.alertToken)).events.map(({ name }) => name)).toEqual(['alert:new_alert'])
  expect((await noroshi.visitor.request(eventRoutes.since)).status).toBe(404)
  expect((await noroshi.visitor.request(eventRoutes.since, { alertToken: `${own.id}.AAAA` })).status).toBe(404)
})

test.each(['4611686018427387904', '9223372036854775808', '18446744073709551615', '99999999999999999999'])(
  'a cursor with the unknown transaction id %s gets complete: false',
  async (unknown) => {
    await using noroshi = await startTestServer()
    const [aiko] = await noroshi.people('Aiko')
    const [epoch] = (await currentCursor(aiko)).split('.')
    const reply = await since(aiko, `${epoch}.${unknown}`)
    expect(reply).toMatchObject({ events: [], complete: false })
    const emitted = await emitTo(noroshi, userRoom(aiko.id))
    expect(alertIdsOf(await since(aiko, reply.cursor))).toEqual([emitted])
  },
)

test('an invalid cursor gets 400', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  for (const wrong of ['', '-1', '17', 'x', `${randomUUID()}`, `${randomUUID()}.-1`, `${randomUUID()}.${'1'.repeat(21)}`])
    expect((await aiko.request(eventRoutes.since, { query: { since: wrong } })).status).toBe(400)
})

test('a cursor from before the pruned events gets complete: false, and a later one gets all events', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const old = await currentCursor(aiko)
  await insertEvents(noroshi, { count: 3, room: userRoom(aiko.id), at: new Date(Date.now() - 3_600_000) })
  const recent = await cursorAfterAll(aiko)
  const kept = await emitTo(noroshi, userRoom(aiko.id))
  await pruneEvents(noroshi.db, new Date(Date.now() - 60_000))

  expect(await since(aiko, old)).toMatchObject({ events: [], complete: false })
  const missed = await since(aiko, recent)
  expect(missed.complete).toBe(true)
  expect(alertIdsOf(missed)).toEqual([kept])
  const newest = await cursorAfterAll(aiko)
  await pruneEvents(noroshi.db, new Date(Date.now() + 60_000))
  expect((await since(aiko, newest)).complete).toBe(true)
})

test('a transaction that was running while later events were pruned makes older cursors get complete: false', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const running = await noroshi.db.startTransaction().execute()
  await sql`SELECT pg_current_xact_id()`.execute(running)
  const cursor = await currentCursor(aiko)
  await insertEvents(noroshi, { count: 1, room: userRoom(aiko.id), at: new Date(Date.now() - 3_600_000) })
  const later = await currentCursor(aiko)
  await pruneEvents(noroshi.db, new Date(Date.now() - 60_000))
  await sql`INSERT INTO events (id, name, rooms, payload)
    VALUES (gen_random_uuid(), 'alert:answered', ${[userRoom(aiko.id)]}::text[], '{}')`.execute(running)
  await running.commit().execute()

  for (const olderCursor of [cursor, later]) expect((await since(aiko, olderCursor)).complete).toBe(false)
})

test(`a user who missed more than ${CATCH_UP_MAX} events gets none of them and complete: false`, async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const cursor = await cursorAfterAll(aiko)
  await insertEvents(noroshi, { count: CATCH_UP_MAX, room: userRoom(aiko.id) })
  const all = await since(aiko, cursor)
  expect(all.complete).toBe(true)
  expect(all.events).toHaveLength(CATCH_UP_MAX)
  await insertEvents(noroshi, { count: 1, room: userRoom(aiko.id) })
  const tooMany = await since(aiko, cursor)
  expect(tooMany).toMatchObject({ events: [], complete: false })
  await cursorAfterAll(aiko)
})

test('a user gets events in the order of their emission, whichever transaction began first', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const cursor = await cursorAfterAll(aiko)
  const olderStarted = Promise.withResolvers<void>()
  const firstEmitted = Promise.withResolvers<void>()
  const second = noroshi.deps.transaction(async (tx) => {
    await sql`SELECT pg_current_xact_id()`.execute(tx) // starts the older transaction
    olderStarted.resolve()
    await firstEmitted.promise
    const alertId = randomUUID()
    tx.emit('alert:answered', [userRoom(aiko.id)], { alertId, seenAt: null, answer: null, version: 1 })
    return alertId
  })
  await olderStarted.promise
  const first = await emitTo(noroshi, userRoom(aiko.id))
  expect(alertIdsOf(await since(aiko, cursor))).toEqual([first])
  firstEmitted.resolve()
  const last = await second
  expect(alertIdsOf(await since(aiko, cursor))).toEqual([first, last])
})

test('rolled back transactions do not advance the cursor, because a crash reuses their ids', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  await emitTo(noroshi, userRoom(aiko.id))
  const cursor = await cursorAfterAll(aiko)
  const rolledBack = async () => {
    await noroshi.deps.transaction(async (tx) => {
      await sql`SELECT pg_current_xact_id()`.execute(tx)
      throw new Error('rolled back')
    })
  }
  for (let n = 0; n < 5; n++) await expect(rolledBack()).rejects.toThrow('rolled back')
  // Transactions of other databases may delay it.
  await expect.poll(() => currentCursor(aiko), { timeout: 15_000 }).toBe(cursor)
  await expect.poll(async () => (await since(aiko, cursor)).cursor, { timeout: 15_000 }).toBe(cursor)
})

test('events copied from another cluster are deleted, and their cursors get complete: false', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const own = await currentCursor(aiko)
  await sql`INSERT INTO events (id, xid, name, rooms, payload)
    VALUES (gen_random_uuid(), '4000000000000', 'alert:answered', ${[userRoom(aiko.id)]}::text[], '{}')`.execute(noroshi.db)
  await openJournal(noroshi.db)

  expect((await since(aiko, own.replace(/\d+$/, '4000000000001'))).complete).toBe(false)
  expect((await since(aiko, own)).complete).toBe(false)
  const cursor = await cursorAfterAll(aiko)
  const emitted = await emitTo(noroshi, userRoom(aiko.id))
  expect(alertIdsOf(await since(aiko, cursor))).toEqual([emitted])
})

test('a member receives the event of a commit whose reply was lost', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.openSocket()
  const clientId = randomUUID()
  const refused = await withLostCommitReply(/\balerts\b/, () => aiko.request(alertRoutes.raise, { body: { clientId } }))
  expect(refused.status).toBe(503)
  expect(await aiko.fetch(alertRoutes.raise, { body: { clientId } })).toMatchObject({ isExisting: true })
  expect((await listening.next('alert:new_alert')).raisedBy?.id).toBe(aiko.id)
})

test('a cursor of an unknown epoch gets complete: false', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const cursor = await currentCursor(aiko)
  expect((await since(aiko, cursor)).complete).toBe(true)
  expect((await since(aiko, cursor.replace(/^[^.]+/, randomUUID()))).complete).toBe(false)
})

test('a client that received events which a restored database lost gets complete: false, also much later', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const room = userRoom(aiko.id)
  await emitTo(noroshi, room)
  const beforeBackup = await cursorAfterAll(aiko)
  const backup =
    (await sql<{ xid: string }>`SELECT max(xid::text::bigint)::text AS xid FROM events`.execute(noroshi.db)).rows[0]?.xid ?? ''
  await emitTo(noroshi, room)
  const lost = await cursorAfterAll(aiko)
  // A server starts on the restored copy, which has nothing from after the backup.
  await sql`DELETE FROM events WHERE xid > ${backup}::xid8`.execute(noroshi.db)
  await openJournal(noroshi.db)
  for (let n = 0; n < 5; n++) await emitTo(noroshi, room)

  expect((await since(aiko, lost)).complete).toBe(false)
  const kept = await since(aiko, beforeBackup)
  expect(kept.complete).toBe(true)
  expect(kept.events).toHaveLength(5)
})

test('a user who was added to a group by an external commit receives its events', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  const group = randomUUID()
  await noroshi.db.insertInto('alert_groups').values({ id: group, name: 'Harbour' }).execute()
  await noroshi.db.transaction().execute(async (tx) => {
    await tx.insertInto('alert_group_members').values({ group_id: group, user_id: ben.id }).execute()
    await sql`INSERT INTO events (id, name, rooms, payload)
      VALUES (gen_random_uuid(), 'membership:changed', ${[userRoom(ben.id)]}::text[], '{}')`.execute(tx)
  })
  await listening.next('membership:changed')
  await emitTo(noroshi, alertGroupRoom(group))
  await listening.next('alert:answered')
})

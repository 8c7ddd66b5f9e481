import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { alertGroupRoom, userRoom } from '#/realtime/rooms.ts'
import type { Caller, Sent } from '#/testing/caller.ts'
import { losesCommitAnswer } from '#/testing/lost-commit.ts'
import { type Unit, unit } from '#/testing/unit.ts'
import { announcerOn, CATCH_UP_MAX } from './events.service.ts'
import { pruneEvents } from './events.sql.ts'

const now = async (caller: Caller, sent: Sent = {}) => (await caller.gets(eventRoutes.since, sent)).cursor
const since = (caller: Caller, cursor: string, alertToken?: string) =>
  caller.gets(eventRoutes.since, { query: { since: cursor }, alertToken })

/** Something small that is announced to a room. */
const announces = (noroshi: Unit, room: string, alertId = randomUUID()) =>
  noroshi.deps.transaction(async (tx) => {
    tx.announce('alert:answered', [room], { alertId, seenAt: null, answer: null })
    return alertId
  })
const alertIdsOf = ({ events }: Awaited<ReturnType<typeof since>>) =>
  events.map(({ payload }) => (payload as { alertId: string }).alertId) // all of them are made by `announces`

const logs = (noroshi: Unit, events: { count: number; room: string; at?: Date }) =>
  sql`INSERT INTO events (id, name, rooms, payload, created_at)
    SELECT gen_random_uuid(), 'alert:answered', ${[events.room]}::text[], '{}', ${events.at ?? new Date()}
    FROM generate_series(1, ${events.count}::int)`.execute(noroshi.db)

test('without a cursor one gets only the cursor of now', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await aiko.gets(alertRoutes.raise, { body: {} })
  expect(await ben.gets(eventRoutes.since)).toEqual({ events: [], cursor: await now(ben), complete: true })
})

test('a person who was away gets every event that was told to the others, once, and nothing of before', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chiyo] = await noroshi.people('Aiko', 'Ben', 'Chiyo')
  const before = await chiyo.gets(alertRoutes.raise, { body: { textContent: 'of before' } })
  const cursor = await now(ben)
  const listening = await chiyo.listens()

  const { id } = await aiko.gets(alertRoutes.raise, { body: { textContent: 'fire' } })
  await aiko.gets(alertRoutes.sendMessage, { body: { alertId: id, text: 'at the bridge' } })
  await aiko.gets(alertRoutes.resolve, { body: { AlertId: id } })
  await listening.settles()

  const missed = await since(ben, cursor)
  expect(missed.complete).toBe(true)
  const told = listening.heard.map(({ name, payload, meta }) => ({ eventId: meta.eventId, name, payload }))
  expect(missed.events).toEqual(told)
  expect(told.map(({ name }) => name)).toEqual(['alert:new_alert', 'messages:new_message', 'alert:resolved'])
  expect(JSON.stringify(missed)).not.toContain(before.id)
  expect((await since(ben, missed.cursor)).events).toEqual([])
})

test('who was removed from a group gets nothing of it any more, not even of the time before', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chiyo] = await noroshi.people('Aiko', 'Ben', 'Chiyo')
  const cursor = await now(ben)
  await aiko.gets(alertRoutes.raise, { body: {} })
  const own = await announces(noroshi, userRoom(ben.id))
  await noroshi.db.deleteFrom('alert_group_members').where('user_id', '=', ben.id).execute()
  await chiyo.gets(alertRoutes.raise, { body: {} })

  expect(alertIdsOf(await since(ben, cursor))).toEqual([own])
  expect((await since(aiko, cursor)).events.map(({ name }) => name)).toEqual(['alert:new_alert', 'alert:new_alert'])
})

test('who joined a group meanwhile gets what it heard since the cursor', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  const group = randomUUID()
  const cursor = await now(ben)
  const earlier = await announces(noroshi, alertGroupRoom(group))
  await noroshi.db.insertInto('alert_groups').values({ id: group, name: 'Harbour' }).execute()
  expect(alertIdsOf(await since(ben, cursor))).toEqual([])
  await noroshi.db.insertInto('alert_group_members').values({ group_id: group, user_id: ben.id }).execute()
  expect(alertIdsOf(await since(ben, cursor))).toEqual([earlier])
})

test('the holder of an alert’s token gets that alert and no other; nobody else without a session gets anything', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const mine = await noroshi.visitor.gets(alertRoutes.raise, { body: { clientId: randomUUID() } })
  const cursor = await now(noroshi.visitor, { alertToken: mine.alertToken })
  const theirs = await noroshi.visitor.gets(alertRoutes.raise, { body: { clientId: randomUUID() } })
  await aiko.gets(alertRoutes.raise, { body: {} })
  await ben.gets(alertRoutes.resolve, { body: { AlertId: mine.id } })

  const missed = await since(noroshi.visitor, cursor, mine.alertToken)
  expect(missed.events.map(({ name }) => name)).toEqual(['alert:resolved'])
  expect((await since(noroshi.visitor, cursor, theirs.alertToken)).events.map(({ name }) => name)).toEqual(['alert:new_alert'])
  expect((await noroshi.visitor.asks(eventRoutes.since)).status).toBe(404)
  expect((await noroshi.visitor.asks(eventRoutes.since, { alertToken: `${mine.id}.AAAA` })).status).toBe(404)
})

test.each(['4611686018427387904', '9223372036854775808', '18446744073709551615', '99999999999999999999'])(
  'a cursor that this unit never gave, %s, asks for everything again',
  async (unknown) => {
    await using noroshi = await unit()
    const [aiko] = await noroshi.people('Aiko')
    const answer = await since(aiko, unknown)
    expect(answer).toMatchObject({ events: [], complete: false })
    const told = await announces(noroshi, userRoom(aiko.id))
    expect(alertIdsOf(await since(aiko, answer.cursor))).toEqual([told])
  },
)

test('a cursor that is none is refused', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  for (const wrong of ['', '-1', '1e3', 'x', '0x10', '1'.repeat(21)])
    expect((await aiko.asks(eventRoutes.since, { query: { since: wrong } })).status).toBe(400)
})

test('below what was pruned everything is asked for again; above it the log is whole', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const old = await now(aiko)
  await logs(noroshi, { count: 3, room: userRoom(aiko.id), at: new Date(Date.now() - 3_600_000) })
  const young = await now(aiko)
  const kept = await announces(noroshi, userRoom(aiko.id))
  await pruneEvents(noroshi.db, new Date(Date.now() - 60_000))

  expect(await since(aiko, old)).toMatchObject({ events: [], complete: false })
  const missed = await since(aiko, young)
  expect(missed.complete).toBe(true)
  expect(alertIdsOf(missed)).toEqual([kept])
  await pruneEvents(noroshi.db, new Date(Date.now() + 60_000))
  expect((await since(aiko, missed.cursor)).complete).toBe(true)
  await pruneEvents(noroshi.db, new Date(Date.now() + 60_000))
  expect((await since(aiko, await now(aiko))).complete).toBe(true)
})

test('a change that was under way while younger ones were pruned is missed by nobody without being told so', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const underWay = await noroshi.db.startTransaction().execute()
  await sql`SELECT pg_current_xact_id()`.execute(underWay)
  const cursor = await now(aiko)
  await logs(noroshi, { count: 1, room: userRoom(aiko.id), at: new Date(Date.now() - 3_600_000) })
  const later = await now(aiko)
  await pruneEvents(noroshi.db, new Date(Date.now() - 60_000))
  await sql`INSERT INTO events (id, name, rooms, payload)
    VALUES (gen_random_uuid(), 'alert:answered', ${[userRoom(aiko.id)]}::text[], '{}')`.execute(underWay)
  await underWay.commit().execute()

  for (const one of [cursor, later]) expect((await since(aiko, one)).complete).toBe(false)
})

test(`of more than ${CATCH_UP_MAX} events none is sent, and everything is asked for again`, async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const cursor = await now(aiko)
  await logs(noroshi, { count: CATCH_UP_MAX, room: userRoom(aiko.id) })
  const all = await since(aiko, cursor)
  expect(all.complete).toBe(true)
  expect(all.events).toHaveLength(CATCH_UP_MAX)
  await logs(noroshi, { count: 1, room: userRoom(aiko.id) })
  const tooMany = await since(aiko, cursor)
  expect(tooMany).toMatchObject({ events: [], complete: false })
  expect(await since(aiko, tooMany.cursor)).toMatchObject({ events: [], complete: true })
})

test('events come in the order in which they were announced, whichever transaction began first', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const cursor = await now(aiko)
  const begun = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const second = noroshi.deps.transaction(async (tx) => {
    await sql`SELECT pg_current_xact_id()`.execute(tx) // the older transaction
    begun.resolve()
    await told.promise
    const alertId = randomUUID()
    tx.announce('alert:answered', [userRoom(aiko.id)], { alertId, seenAt: null, answer: null })
    return alertId
  })
  await begun.promise
  const first = await announces(noroshi, userRoom(aiko.id))
  expect(alertIdsOf(await since(aiko, cursor))).toEqual([first])
  told.resolve()
  const last = await second
  expect(alertIdsOf(await since(aiko, cursor))).toEqual([first, last])
})

test('no cursor counts on transactions that left nothing on the disk: a crash gives their ids again', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  await announces(noroshi, userRoom(aiko.id))
  const cursor = await now(aiko)
  const rolledBack = async () => {
    await noroshi.deps.transaction(async (tx) => {
      await sql`SELECT pg_current_xact_id()`.execute(tx)
      throw new Error('rolled back')
    })
  }
  for (let n = 0; n < 5; n++) await expect(rolledBack()).rejects.toThrow('rolled back')
  expect(await now(aiko)).toBe(cursor)
  expect((await since(aiko, cursor)).cursor).toBe(cursor)
})

test('a log that was copied from another cluster is dropped, and its cursors ask for everything again', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const own = await now(aiko)
  await sql`INSERT INTO events (id, xid, name, rooms, payload)
    VALUES (gen_random_uuid(), '4000000000000', 'alert:answered', ${[userRoom(aiko.id)]}::text[], '{}')`.execute(noroshi.db)
  await announcerOn(noroshi.db, noroshi.deps.logError)

  expect((await since(aiko, '4000000000001')).complete).toBe(false)
  expect((await since(aiko, own)).complete).toBe(false)
  const cursor = await now(aiko)
  const told = await announces(noroshi, userRoom(aiko.id))
  expect(alertIdsOf(await since(aiko, cursor))).toEqual([told])
})

test('a commit whose answer is lost is told all the same, as soon as PostgreSQL can be asked', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.listens()
  const clientId = randomUUID()
  const refused = await losesCommitAnswer(() => aiko.asks(alertRoutes.raise, { body: { clientId } }))
  expect(refused.status).toBe(503)
  expect(await aiko.gets(alertRoutes.raise, { body: { clientId } })).toMatchObject({ isExisting: true })
  expect((await listening.next('alert:new_alert')).raisedBy?.id).toBe(aiko.id)
})

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Databases, openDatabases } from '#/db/pool.ts'
import { openJournal } from '#/features/events/events.service.ts'
import { cloneDatabase } from '#/testing/database.ts'
import { type JournalEvent, JournalReader, parseSnapshot } from './journal-reader.ts'
import { createJournalNotifier } from './journal-notify.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let databases: Databases
const readers: JournalReader[] = []

beforeEach(async () => {
  database = await cloneDatabase()
  databases = openDatabases(database.url)
  await openJournal(databases.db)
})
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()))
  await databases.close()
  await database.drop()
})

/** A started reader, the events that it delivered and the number of resets. */
async function startReader() {
  const delivered: JournalEvent[] = []
  const counts = { resets: 0 }
  const errors: unknown[] = []
  let fails = false
  const sink = {
    async deliver(events: readonly JournalEvent[]) {
      if (fails) {
        fails = false
        throw new Error('the sink failed')
      }
      delivered.push(...events)
    },
    reset: () => void counts.resets++,
  }
  const reader = new JournalReader(database.url, sink, (error) => errors.push(error))
  readers.push(reader)
  await reader.start()
  return { reader, delivered, counts, errors, failNext: () => void (fails = true) }
}

const insertEvents = (count: number, db = databases.db) =>
  sql`INSERT INTO events (id, name, rooms, payload) SELECT gen_random_uuid(), 'alert:answered', '{everybody}', '{}'
    FROM generate_series(1, ${count}::int)`.execute(db)

const xidOf = ({ cursor }: JournalEvent) => BigInt(cursor.split('.')[1] ?? 0)

test('a reader delivers each committed event once and no event of a rolled back transaction', async () => {
  const { reader, delivered } = await startReader()
  await insertEvents(2)
  await reader.flush()
  const rolledBack = databases.db.transaction().execute(async (tx) => {
    await insertEvents(1, tx)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await insertEvents(1)
  await reader.flush()
  await reader.flush()
  expect(delivered).toHaveLength(3)
  expect(new Set(delivered.map(({ eventId }) => eventId)).size).toBe(3)
})

test('an event of a long transaction is delivered when it commits, and no earlier cursor skips it', async () => {
  const { reader, delivered } = await startReader()
  const slow = await databases.db.startTransaction().execute()
  await insertEvents(1, slow)
  await insertEvents(1)
  await insertEvents(1)
  await reader.flush()
  expect(delivered).toHaveLength(2)
  await slow.commit().execute()
  await reader.flush()
  expect(delivered).toHaveLength(3)
  const [first, second, last] = delivered as [JournalEvent, JournalEvent, JournalEvent]
  // The slow transaction has the lowest id. A client that received only the two others must catch up from below it.
  const { rows } = await sql<{ xid: string }>`SELECT xid::text FROM events WHERE id = ${last.eventId}`.execute(databases.db)
  for (const early of [first, second]) expect(xidOf(early)).toBeLessThanOrEqual(BigInt(rows[0]?.xid ?? 0))
})

test('within one batch the cursor of an event is not above any event that follows it', async () => {
  const { reader, delivered } = await startReader()
  const older = await databases.db.startTransaction().execute()
  await sql`SELECT pg_current_xact_id()`.execute(older)
  await insertEvents(1)
  await insertEvents(1, older)
  await older.commit().execute()
  await reader.flush()
  const ids = delivered.map(({ eventId }) => eventId)
  const { rows } = await sql<{ id: string; xid: string }>`SELECT id, xid::text FROM events`.execute(databases.db)
  const xids = ids.map((id) => BigInt(rows.find((row) => row.id === id)?.xid ?? 0))
  for (const [index, event] of delivered.entries())
    for (const xid of xids.slice(index)) expect(xidOf(event)).toBeLessThanOrEqual(xid)
})

test('a reader whose connection PostgreSQL ends misses and repeats no event', async () => {
  const { reader, delivered } = await startReader()
  await insertEvents(1)
  await reader.flush()
  await sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND query LIKE '%fresh%'`.execute(databases.db)
  await insertEvents(2)
  await reader.flush()
  expect(delivered).toHaveLength(3)
  expect(new Set(delivered.map(({ eventId }) => eventId)).size).toBe(3)
})

test('more events than the maximum reset the sockets, and later events are delivered', async () => {
  const { reader, delivered, counts } = await startReader()
  await insertEvents(5001)
  await reader.flush()
  expect(counts.resets).toBe(1)
  expect(delivered).toHaveLength(0)
  await insertEvents(1)
  await reader.flush()
  expect(delivered).toHaveLength(1)
})

test('a reader whose sink fails resets the sockets and delivers later events', async () => {
  const { reader, delivered, counts, errors, failNext } = await startReader()
  failNext()
  await insertEvents(1)
  await reader.flush()
  expect([counts.resets, delivered.length, errors.length]).toEqual([1, 0, 1])
  await insertEvents(1)
  await reader.flush()
  expect([counts.resets, delivered.length]).toEqual([1, 1])
})

test('an event without a wake-up is delivered by the next poll', async () => {
  const { delivered } = await startReader()
  await insertEvents(1)
  await vi.waitFor(() => expect(delivered).toHaveLength(1), 5000)
})

test('a notification wakes the other processes and not its sender', async () => {
  const [own, other] = [vi.fn(), vi.fn()]
  const notifiers = [createJournalNotifier(database.url, own), createJournalNotifier(database.url, other)] as const
  try {
    // Each notifier wakes its reader once after it started to listen.
    await vi.waitFor(() => expect([own.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]), 5000)
    notifiers[0].notify()
    await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(2), 5000)
    expect(own).toHaveBeenCalledTimes(1)
  } finally {
    await Promise.all(notifiers.map((notifier) => notifier.close()))
  }
})

test('a notifier that is closed while it connects ends', async () => {
  await createJournalNotifier(database.url, () => undefined).close()
})

test('a snapshot is parsed with its transactions in progress', () => {
  expect(parseSnapshot('10:20:10,14')).toEqual({ xmin: 10n, xmax: 20n, inProgress: [10n, 14n] })
  expect(parseSnapshot('20:20:')).toEqual({ xmin: 20n, xmax: 20n, inProgress: [] })
})

import { sql } from 'kysely'
import type { JournalEventName } from '#/db/journal-events.ts'
import type { Db } from '#/db/pool.ts'
import { type Snapshot, parseSnapshot } from './journal-reader.ts'

/** An event of the journal with the id of the transaction that wrote it. */
export interface ConsumedRow {
  readonly xid: string
  readonly name: JournalEventName
  readonly rooms: readonly string[]
  readonly payload: unknown
}

/** Inserts a new consumer, which starts with the events that commit from now on. */
export const insertConsumer = (db: Db, name: string) =>
  sql`INSERT INTO journal_consumers (name, position) VALUES (${name}, pg_current_snapshot()::text) ON CONFLICT DO NOTHING`.execute(
    db,
  )

/**
 * Locks a consumer until the transaction ends and returns its position. Returns null if another process has the lock.
 */
export async function lockConsumer(tx: Db, name: string): Promise<Snapshot | null> {
  const { rows } = await sql<{ position: string }>`
    SELECT position FROM journal_consumers WHERE name = ${name} FOR UPDATE SKIP LOCKED`.execute(tx)
  return rows[0] === undefined ? null : parseSnapshot(rows[0].position)
}

/**
 * Returns the events of these names that were not visible at the position and are visible now, the snapshot of the same
 * moment, and the id of its own transaction.
 */
export async function readAfter(tx: Db, { xmax, inProgress }: Snapshot, names: readonly JournalEventName[]) {
  interface Row extends ConsumedRow {
    readonly snapshot: string
    readonly own: string
  }
  const { rows } = await sql<Row | (Omit<Row, keyof ConsumedRow> & { readonly xid: null })>`
    WITH fresh AS (
      SELECT xid, id, name, rooms, payload, created_at FROM events WHERE xid >= ${String(xmax)}::xid8 AND name = ANY (${[...names]}::text[])
      UNION ALL
      SELECT xid, id, name, rooms, payload, created_at FROM events
      WHERE xid = ANY (${inProgress.map(String)}::xid8[]) AND name = ANY (${[...names]}::text[]))
    SELECT snapshot::text, pg_current_xact_id()::text AS own, xid::text, name, rooms, payload
    FROM pg_current_snapshot() AS snapshot LEFT JOIN fresh ON true ORDER BY fresh.created_at, fresh.id`.execute(tx)
  const [first] = rows
  if (first === undefined) throw new Error('the journal returned no snapshot')
  return {
    snapshot: parseSnapshot(first.snapshot),
    own: BigInt(first.own),
    events: rows.filter((row): row is Row => row.xid !== null),
  }
}

/** Max events that are counted, so that a large backlog is not read completely. */
const COUNTED_MAX = 10_000

/** Returns the number of committed events of these names that a consumer has not handled, at most COUNTED_MAX. */
export async function countAfter(db: Db, name: string, names: readonly JournalEventName[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM journal_consumers c, events e
      WHERE c.name = ${name} AND e.xid >= split_part(c.position, ':', 2)::xid8 AND e.name = ANY (${[...names]}::text[])
      LIMIT ${sql.lit(COUNTED_MAX)}) unread`.execute(db)
  return rows[0]?.count ?? 0
}

export const savePosition = (tx: Db, name: string, { xmin, xmax, inProgress }: Snapshot) =>
  sql`UPDATE journal_consumers SET position = ${`${xmin}:${xmax}:${inProgress.join(',')}`} WHERE name = ${name}`.execute(tx)

import { sql } from 'kysely'
import type { JournalEventName } from '#/db/journal-events.ts'
import type { Db } from '#/db/pool.ts'
import { type Snapshot, parseSnapshot } from './journal-reader.ts'

/** An event of the journal with the id of the transaction that wrote it. */
export interface ConsumedRow {
  readonly id: string
  readonly xid: string
  readonly name: JournalEventName
  readonly rooms: readonly string[]
  readonly payload: unknown
}

/**
 * Inserts a new consumer, which starts with the events that commit from now on, or adds the events that its earlier versions do not
 * handle.
 */
export const insertConsumer = (db: Db, name: string, events: readonly JournalEventName[]) =>
  sql`INSERT INTO journal_consumers AS c (name, position, events)
    VALUES (${name}, pg_current_snapshot()::text, ${[...events]}::text[])
    ON CONFLICT (name) DO UPDATE SET events = ARRAY(SELECT DISTINCT unnest(c.events || EXCLUDED.events))
      WHERE NOT c.events @> EXCLUDED.events`.execute(db)

interface LockedConsumer {
  readonly position: Snapshot
  /** The names that any version of the consumer has handled. */
  readonly events: readonly JournalEventName[]
  /** Whether a process of an earlier version has passed some of the events. */
  readonly hasSkipped: boolean
}

/**
 * Locks a consumer until the transaction ends. Returns null if another process has the lock.
 * @param events the names that this version handles
 */
export async function lockConsumer(tx: Db, name: string, events: readonly JournalEventName[]): Promise<LockedConsumer | null> {
  const { rows } = await sql<Omit<LockedConsumer, 'position'> & { readonly position: string }>`
    SELECT position, events, EXISTS (
      SELECT FROM skipped_events s WHERE s.consumer = c.name AND s.name = ANY (${[...events]}::text[])) AS "hasSkipped"
    FROM journal_consumers c WHERE name = ${name} FOR UPDATE SKIP LOCKED`.execute(tx)
  return rows[0] === undefined ? null : { ...rows[0], position: parseSnapshot(rows[0].position) }
}

/**
 * Whether a consumer may have events to handle. Without any new event in the journal it has none, and reading them would write
 * its position to the disk each time.
 */
export async function mayHaveEvents(tx: Db, name: string, events: readonly JournalEventName[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM (
      SELECT split_part(position, ':', 2)::xid8 AS xmax,
        string_to_array(NULLIF(split_part(position, ':', 3), ''), ',')::xid8[] AS in_progress
      FROM journal_consumers WHERE name = ${name}) p
    WHERE p.xmax > pg_snapshot_xmax(pg_current_snapshot()) -- of another cluster
      OR EXISTS (SELECT FROM events WHERE xid >= p.xmax)
      OR EXISTS (SELECT FROM events WHERE xid = ANY (p.in_progress))
      OR EXISTS (SELECT FROM skipped_events s WHERE s.consumer = ${name} AND s.name = ANY (${[...events]}::text[]))`.execute(tx)
  return rows.length > 0
}

/** Keeps events that this version does not handle for a process of a later one (decisions/0216). */
export const insertSkipped = (tx: Db, consumer: string, events: readonly ConsumedRow[]) =>
  sql`INSERT INTO skipped_events (consumer, event_id, name, rooms, payload, created_at)
    SELECT ${consumer}, id, name, rooms, payload, created_at FROM events WHERE id = ANY (${events.map(({ id }) => id)}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx)

/** Deletes and returns the events of these names that processes of earlier versions have passed. */
export async function takeSkipped(tx: Db, consumer: string, names: readonly JournalEventName[]) {
  const { rows } = await sql<Omit<ConsumedRow, 'xid'>>`
    WITH taken AS (DELETE FROM skipped_events WHERE consumer = ${consumer} AND name = ANY (${[...names]}::text[]) RETURNING *)
    SELECT event_id AS id, name, rooms, payload FROM taken ORDER BY created_at, event_id`.execute(tx)
  return rows
}

/** Deletes skipped events from before this time: no process of a later version runs. */
export const pruneSkipped = (db: Db, before: Date) => db.deleteFrom('skipped_events').where('created_at', '<', before).execute()

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
    SELECT snapshot::text, pg_current_xact_id()::text AS own, xid::text, fresh.id, name, rooms, payload
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

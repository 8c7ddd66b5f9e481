import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface EventRow {
  readonly id: string
  readonly name: string
  readonly payload: unknown
}

/**
 * The cursor of this moment: every event below it is visible now. It is never above the newest event on disk: after a crash
 * PostgreSQL reuses the ids of transactions that left no trace, and an event with such an id would be below the cursor.
 */
const currentCursor = sql<string>`(SELECT id FROM journal_epochs ORDER BY number DESC LIMIT 1) || '.' ||
  LEAST(pg_snapshot_xmin(pg_current_snapshot()), GREATEST((SELECT xid FROM event_horizon),
  (SELECT (xid::text::bigint + 1)::text::xid8 FROM events ORDER BY xid DESC LIMIT 1)))::text`

/**
 * Returns the events of these rooms at or above a cursor that are visible now, and the cursor of the same moment. `events` is
 * null when the journal does not reach back to the cursor, when the cursor was issued by a database that an older copy has
 * replaced, or when there are more than `max` events or bytes of them. No payload is read if there are more events, or more bytes
 * on disk, where they may be compressed.
 */
export async function eventsSince(
  db: Db,
  rooms: readonly string[],
  since: { readonly epoch: string; readonly xid: string },
  max: { readonly count: number; readonly bytes: number },
) {
  const { rows } = await sql<{ cursor: string; events: EventRow[] | null }>`
    WITH epoch AS (SELECT number FROM journal_epochs WHERE id = ${since.epoch}::uuid),
    next AS (SELECT starts_at FROM journal_epochs WHERE number > (SELECT number FROM epoch) ORDER BY number LIMIT 1),
    journal AS (
      SELECT EXISTS (SELECT FROM epoch) AND (SELECT xid FROM event_horizon) <= ${since.xid}::xid8
        AND ${since.xid}::xid8 <= COALESCE((SELECT starts_at FROM next), pg_snapshot_xmax(pg_current_snapshot())) AS reaches),
    found AS MATERIALIZED (
      SELECT id, pg_column_size(payload) AS bytes FROM events
      WHERE (SELECT reaches FROM journal) AND xid >= ${since.xid}::xid8 AND rooms && ${[...rooms]}::text[] LIMIT ${max.count + 1}),
    reply AS MATERIALIZED (
      SELECT COALESCE(json_agg(json_build_object('id', id, 'name', name, 'payload', payload) ORDER BY created_at, id), '[]') AS events
      FROM events WHERE id IN (SELECT id FROM found)
        AND (SELECT count(*) <= ${max.count} AND COALESCE(sum(bytes), 0) <= ${max.bytes} FROM found))
    SELECT ${currentCursor} AS cursor, CASE WHEN (SELECT reaches FROM journal)
      AND (SELECT count(*) <= ${max.count} AND COALESCE(sum(bytes), 0) <= ${max.bytes} FROM found)
      AND octet_length(events::text) <= ${max.bytes} THEN events END AS events
    FROM reply`.execute(db)
  const [reply] = rows
  if (!reply) throw new Error('the journal returned no cursor')
  return reply
}

/** Returns the current cursor. */
export async function readCursor(db: Db): Promise<string> {
  const { rows } = await sql<{ cursor: string }>`SELECT ${currentCursor} AS cursor`.execute(db)
  return rows[0]?.cursor ?? ''
}

/** Starts an epoch of cursors at the newest event on disk. */
export const insertEpoch = (db: Db) =>
  sql`
  INSERT INTO journal_epochs (starts_at) SELECT GREATEST((SELECT xid FROM event_horizon),
    (SELECT (xid::text::bigint + 1)::text::xid8 FROM events ORDER BY xid DESC LIMIT 1))`.execute(db)

/** Deletes the epochs that ended before this time. */
export const pruneEpochs = (db: Db, before: Date) =>
  sql`
  DELETE FROM journal_epochs WHERE number < (SELECT max(number) FROM journal_epochs WHERE created_at < ${before})`.execute(db)

/**
 * Deletes the events before this time and stores the new start of the journal in `event_horizon`. A running older transaction
 * may still write below it. No cursor is above that transaction, so each client that missed its event refetches.
 */
export const pruneEvents = (db: Db, before: Date) =>
  sql`
  WITH gone AS (DELETE FROM events WHERE created_at < ${before} RETURNING xid)
  UPDATE event_horizon SET xid = GREATEST(event_horizon.xid, (last.xid::text::bigint + 1)::text::xid8)
  FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) AS last`.execute(db)

/** Deletes all events if their transaction ids are from another cluster, as in a restored copy of its tables. */
export const deleteForeignEvents = (db: Db) =>
  sql`
  WITH now AS (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next),
    foreigner AS (
      SELECT next FROM now WHERE EXISTS (SELECT FROM events WHERE xid >= next) OR EXISTS (SELECT FROM event_horizon WHERE xid > next)),
    gone AS (DELETE FROM events WHERE EXISTS (SELECT FROM foreigner))
  UPDATE event_horizon SET xid = foreigner.next FROM foreigner`.execute(db)

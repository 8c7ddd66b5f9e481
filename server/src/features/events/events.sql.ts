import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Announcement } from '#/db/transaction.ts'

export interface EventRow {
  readonly id: string
  readonly name: string
  readonly payload: unknown
}

/**
 * The cursor of this moment: everything below it is visible now. Never above the last event that is on the disk: after a crash
 * PostgreSQL gives the ids of transactions that left no trace again, and an event under such an id would lie below the cursor.
 */
const horizonNow = sql<string>`LEAST(pg_snapshot_xmin(pg_current_snapshot()), GREATEST((SELECT xid FROM event_horizon),
  (SELECT (xid::text::bigint + 1)::text::xid8 FROM events ORDER BY xid DESC LIMIT 1)))::text`

/**
 * Everything of these rooms that is visible now at or above a cursor, as it was announced, and the horizon of the same moment.
 * Null where the log does not reach back so far, or holds more than `max`: no payload is then read.
 */
export async function eventsSince(db: Db, rooms: readonly string[], since: string, max: number) {
  const { rows } = await sql<{ horizon: string; events: EventRow[] | null }>`
    WITH log AS (
      SELECT (SELECT xid FROM event_horizon) <= ${since}::xid8 AND ${since}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) AS reaches),
    found AS MATERIALIZED (
      SELECT id FROM events
      WHERE (SELECT reaches FROM log) AND xid >= ${since}::xid8 AND rooms && ${[...rooms]}::text[] LIMIT ${max + 1})
    SELECT ${horizonNow} AS horizon, CASE WHEN (SELECT reaches FROM log) AND (SELECT count(*) FROM found) <= ${max} THEN
      (SELECT COALESCE(json_agg(json_build_object('id', id, 'name', name, 'payload', payload) ORDER BY id), '[]')
       FROM events WHERE id IN (SELECT id FROM found)) END AS events`.execute(db)
  const [answer] = rows
  return { horizon: answer?.horizon ?? '0', events: answer?.events ?? null }
}

export async function currentHorizon(db: Db): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`SELECT ${horizonNow} AS horizon`.execute(db)
  return rows[0]?.horizon ?? '0'
}

/** Those of these events that were committed, and between which ids transactions are under way. */
export async function findEvents(db: Db, eventIds: readonly string[]) {
  const { rows } = await sql<{ horizon: string; next: string; found: Announcement[] | null }>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon, pg_snapshot_xmax(pg_current_snapshot())::text AS next,
      (SELECT json_agg(json_build_object('eventId', id, 'name', name, 'rooms', rooms, 'payload', payload) ORDER BY id)
       FROM events WHERE id = ANY(${[...eventIds]}::uuid[])) AS found`.execute(db)
  const [answer] = rows
  return { horizon: answer?.horizon ?? '0', next: answer?.next ?? '0', found: answer?.found ?? [] }
}

/**
 * Drops events older than that, and remembers up to where the log reaches. An older transaction that is still under way may
 * write below: nobody's cursor can be above it, so everybody who has not heard it is told to ask for all again.
 */
export const pruneEvents = (db: Db, before: Date) =>
  sql`
  WITH gone AS (DELETE FROM events WHERE created_at < ${before} RETURNING xid)
  UPDATE event_horizon SET xid = GREATEST(event_horizon.xid, (last.xid::text::bigint + 1)::text::xid8)
  FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) AS last`.execute(db)

/** A log that came with a copy of another cluster's tables bears ids that this one has yet to give: it is dropped whole. */
export const dropForeignEvents = (db: Db) =>
  sql`
  WITH now AS (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next),
    foreigner AS (
      SELECT next FROM now WHERE EXISTS (SELECT FROM events WHERE xid >= next) OR EXISTS (SELECT FROM event_horizon WHERE xid > next)),
    gone AS (DELETE FROM events WHERE EXISTS (SELECT FROM foreigner))
  UPDATE event_horizon SET xid = foreigner.next FROM foreigner`.execute(db)

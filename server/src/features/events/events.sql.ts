import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface EventRow {
  readonly id: string
  readonly name: string
  readonly payload: unknown
}

/** Everything of these rooms that is visible now at or above a cursor, and the horizon of the same moment. */
export async function eventsSince(db: Db, rooms: readonly string[], since: string, limit: number) {
  const { rows } = await sql<{ horizon: string; reaches: boolean; events: EventRow[] | null }>`
    WITH found AS (
      SELECT id, name, payload, xid FROM events
      WHERE xid >= ${since}::xid8 AND rooms && ${[...rooms]}::text[] ORDER BY xid, id LIMIT ${limit})
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
      (SELECT xid FROM event_horizon) <= ${since}::xid8 AND ${since}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) AS reaches,
      (SELECT json_agg(json_build_object('id', id, 'name', name, 'payload', payload) ORDER BY xid, id) FROM found) AS events`.execute(
    db,
  )
  const [answer] = rows
  return { horizon: answer?.horizon ?? '0', reaches: answer?.reaches === true, events: answer?.events ?? [] }
}

export async function currentHorizon(db: Db): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`.execute(db)
  return rows[0]?.horizon ?? '0'
}

/** Drops events older than that, and remembers up to where the log reaches. */
export const pruneEvents = (db: Db, before: Date) =>
  sql`
  WITH gone AS (DELETE FROM events WHERE created_at < ${before} RETURNING xid)
  UPDATE event_horizon SET xid = GREATEST(xid::text::numeric, last.xid::text::numeric + 1)::text::xid8
  FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) AS last`.execute(db)

import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { isInAudience } from '../alerts.sql.ts'

/** Returns the raisers of the active alerts in whose audience the viewer is, newest alert first, without drills. */
export async function activeRaisers(db: Db, viewerId: string, limit: number): Promise<{ id: string; raised_by: string }[]> {
  const { rows } = await sql<{ id: string; raised_by: string }>`
    SELECT a.id, a.raised_by FROM alerts a
    WHERE a.resolved_at IS NULL AND NOT a.is_drill AND a.raised_by IS NOT NULL AND ${isInAudience(viewerId)}
    ORDER BY a.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { isInAudience, personById } from '../alerts.sql.ts'
import { raisedForOf, type RaisedForColumns } from '../raise/raised-for.sql.ts'

/** Returns active alerts that have a location, newest first. The names are null for an anonymous alert. */
export async function activeAlertLocations(db: Db, viewerId: string, limit: number) {
  const { rows } = await sql<{
    id: string
    thread_id: string
    latitude: number
    longitude: number
    accuracy: number | null
    created_at: Date
    is_drill: boolean
    first_name: string | null
    last_name: string | null
    raised_for: RaisedForColumns | null
  }>`
    SELECT a.id, a.thread_id, a.latitude, a.longitude, a.accuracy, a.created_at, a.is_drill, u.first_name, u.last_name,
      ${raisedForOf(personById)} AS raised_for
    FROM alerts a LEFT JOIN users u ON u.id = a.raised_by
    WHERE a.resolved_at IS NULL AND a.latitude IS NOT NULL AND a.longitude IS NOT NULL
      AND (a.raised_by = ${viewerId}::uuid OR ${isInAudience(viewerId)})
    ORDER BY a.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

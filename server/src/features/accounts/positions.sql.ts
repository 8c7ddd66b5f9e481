import { sql } from 'kysely'
import { POSITION_HOURS } from '@noroshi/contract/limits'
import type { Location } from '@noroshi/contract/location'
import type { Db } from '#/db/pool.ts'

const oldestShown = (now: Date): Date => new Date(now.getTime() - POSITION_HOURS * 3_600_000)

/** Who consents to being seen now: always, or while an SOS of their own is active. */
const mayBeSeen = sql<boolean>`(u.location_sharing = 'always' OR (u.location_sharing IS DISTINCT FROM 'never' AND EXISTS (
  SELECT 1 FROM alerts WHERE alerts.raised_by = u.id AND alerts.resolved_at IS NULL)))`

/** True where its owner consents; else nothing is written. The lock keeps a consent that is just being taken back from being overlooked. */
export async function writePosition(db: Db, userId: string, location: Location, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO user_positions (user_id, latitude, longitude, accuracy, at)
    SELECT u.id, ${location.latitude}::float8, ${location.longitude}::float8, ${location.accuracy}::float8, ${at}::timestamptz
    FROM users u WHERE u.id = ${userId} AND ${mayBeSeen} FOR SHARE OF u
    ON CONFLICT (user_id) DO UPDATE SET
      latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude, accuracy = EXCLUDED.accuracy, at = EXCLUDED.at`.execute(db)
  return numAffectedRows > 0n
}

/** True where a position was kept without its owner's consent. */
export async function deleteUnshared(db: Db, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM user_positions p USING users u WHERE p.user_id = u.id AND u.id = ${userId} AND ${mayBeSeen} IS NOT TRUE`.execute(
    db,
  )
  return numAffectedRows > 0n
}

export async function deletePosition(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('user_positions').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** What is shown to nobody any more. */
export const deleteOldPositions = (db: Db, now: Date) =>
  db.deleteFrom('user_positions').where('at', '<=', oldestShown(now)).execute()

export interface PositionRow {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly latitude: number
  readonly longitude: number
  readonly accuracy: number | null
  readonly at: Date
}

/** Positions of the people in these groups, by name; none that is older than a day or without consent. */
export async function positionsIn(db: Db, groupIds: readonly string[], exceptUserId: string, now: Date): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id, p.latitude, p.longitude, p.accuracy, p.at
    FROM user_positions p JOIN users u ON u.id = p.user_id
    WHERE u.is_active AND u.id <> ${exceptUserId} AND p.at > ${oldestShown(now)} AND ${mayBeSeen}
      AND EXISTS (SELECT 1 FROM alert_group_members m WHERE m.user_id = u.id AND m.group_id = ANY (${[...groupIds]}::uuid[]))
    ORDER BY u.first_name, u.id`.execute(db)
  return rows
}

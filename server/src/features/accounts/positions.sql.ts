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
  readonly version: number
  readonly latitude: number
  readonly longitude: number
  readonly accuracy: number | null
  readonly at: Date
}

/**
 * Positions and people of these groups, as `p` and `u`: none that is older than a day or without consent. Those who always share
 * stand in an index of their own, the few others are found by their SOS. As one condition over all people, the same took four
 * times as long.
 */
const shownIn = (groupIds: readonly string[], now: Date) => sql`
  (SELECT * FROM users WHERE is_active AND location_sharing = 'always'
    UNION ALL SELECT * FROM users WHERE is_active AND (location_sharing = 'emergency' OR location_sharing IS NULL)
      AND id IN (SELECT raised_by FROM alerts WHERE resolved_at IS NULL)) AS u
  JOIN user_positions p ON p.user_id = u.id AND p.at > ${oldestShown(now)}::timestamptz
    AND EXISTS (SELECT FROM alert_group_members m WHERE m.user_id = u.id AND m.group_id = ANY (${[...groupIds]}::uuid[]))`

/** Positions of the people in these groups, by id; `only`: of these people among them. */
export async function positionsIn(
  db: Db,
  groupIds: readonly string[],
  now: Date,
  only: readonly string[] | null = null,
): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id, u.version, p.latitude, p.longitude, p.accuracy, p.at
    FROM ${shownIn(groupIds, now)}
    WHERE ${only === null ? sql`true` : sql`u.id = ANY (${[...only]}::uuid[])`}
    ORDER BY u.id`.execute(db)
  return rows
}

/**
 * Who would be found, in the same order, as one text: a line for each, that begins with their id and differs whenever the
 * person or the position changed. A tenth of the work, since nothing is told of anybody.
 */
export async function positionMarks(db: Db, groupIds: readonly string[], now: Date): Promise<string> {
  const { rows } = await sql<{ marks: string | null }>`
    SELECT string_agg(u.id || ' ' || u.version || ' ' || p.at, E'\\n' ORDER BY u.id) AS marks
    FROM ${shownIn(groupIds, now)}`.execute(db)
  return rows[0]?.marks ?? ''
}

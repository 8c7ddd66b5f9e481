import { sql } from 'kysely'
import { LOCATION_HOURS } from '@noroshi/contract/limits'
import type { Location } from '@noroshi/contract/location'
import type { Db } from '#/db/pool.ts'

/**
 * Returns the times between which locations are visible. A later one was stored before the clock went back: its age is
 * unknown.
 */
const visibleTimes = (now: Date): { from: Date; to: Date } => {
  const maxAge = LOCATION_HOURS * 3_600_000
  return { from: new Date(now.getTime() - maxAge), to: new Date(now.getTime() + maxAge) }
}

/**
 * SQL condition: the user consents to sharing now, either always or while an own SOS is active. An SOS for another person
 * locates that person.
 */
const consents = sql<boolean>`(u.location_sharing = 'always' OR (u.location_sharing IS DISTINCT FROM 'never' AND EXISTS (
  SELECT 1 FROM alerts WHERE alerts.raised_by = u.id AND alerts.resolved_at IS NULL AND NOT alerts.is_drill
    AND NOT alerts.for_other)))`

/**
 * Writes a location if the user consents; otherwise returns false. The lock waits for a concurrent withdrawal of the
 * consent.
 */
export async function upsertLocation(db: Db, userId: string, location: Location, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO user_positions (user_id, latitude, longitude, accuracy, at)
    SELECT u.id, ${location.latitude}::float8, ${location.longitude}::float8, ${location.accuracy}::float8, ${at}::timestamptz
    FROM users u WHERE u.id = ${userId} AND ${consents} FOR SHARE OF u
    ON CONFLICT (user_id) DO UPDATE SET
      latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude, accuracy = EXCLUDED.accuracy, at = EXCLUDED.at`.execute(db)
  return numAffectedRows > 0n
}

/** Deletes the location of a user without consent. Returns true if there was one. */
export async function deleteUnsharedLocationRows(db: Db, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM user_positions p USING users u WHERE p.user_id = u.id AND u.id = ${userId} AND ${consents} IS NOT TRUE`.execute(
    db,
  )
  return numAffectedRows > 0n
}

export async function deleteLocation(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('user_positions').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns the users among these whose choice for sharing their location is not `never`. */
export async function usersNotHidden(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...userIds])
    .where('is_active', '=', true)
    .where((row) => row.or([row('location_sharing', 'is', null), row('location_sharing', '<>', 'never')]))
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Deletes the locations that are no longer visible. */
export const deleteLocationsBefore = (db: Db, now: Date) => {
  const { from, to } = visibleTimes(now)
  return db
    .deleteFrom('user_positions')
    .where((row) => row.or([row('at', '<=', from), row('at', '>', to)]))
    .execute()
}

export interface LocationRow {
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
 * FROM clause with the locations `p` and users `u` of these groups: not older than LOCATION_HOURS and with consent.
 * Users who always share are in a partial index; the few others are found by their SOS. One condition over all users
 * took four times as long.
 */
const visibleIn = (groupIds: readonly string[], now: Date, { from, to } = visibleTimes(now)) => sql`
  (SELECT * FROM users WHERE is_active AND location_sharing = 'always'
    UNION ALL SELECT * FROM users WHERE is_active AND (location_sharing = 'emergency' OR location_sharing IS NULL)
      AND id IN (SELECT raised_by FROM alerts WHERE resolved_at IS NULL AND NOT is_drill AND NOT for_other)) AS u
  JOIN user_positions p ON p.user_id = u.id AND p.at > ${from}::timestamptz AND p.at <= ${to}::timestamptz
    AND EXISTS (SELECT FROM alert_group_members m WHERE m.user_id = u.id AND m.group_id = ANY (${[...groupIds]}::uuid[]))`

/** Returns the visible locations of these groups, ordered by user id. `only`: limits the result to these users. */
export async function locationRows(
  db: Db,
  groupIds: readonly string[],
  now: Date,
  only: readonly string[] | null = null,
): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id, u.version, p.latitude, p.longitude, p.accuracy, p.at
    FROM ${visibleIn(groupIds, now)}
    WHERE ${only === null ? sql`true` : sql`u.id = ANY (${[...only]}::uuid[])`}
    ORDER BY u.id`.execute(db)
  return rows
}

/** Returns the locations of these users that they share now, and that are not older than `from`, ordered by user id. */
export async function sharedLocationRows(db: Db, userIds: readonly string[], from: Date, now: Date): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id, u.version, p.latitude, p.longitude, p.accuracy, p.at
    FROM users u JOIN user_positions p ON p.user_id = u.id
    WHERE u.id = ANY (${[...userIds]}::uuid[]) AND u.is_active AND ${consents}
      AND p.at > ${from}::timestamptz AND p.at <= ${visibleTimes(now).to}::timestamptz
    ORDER BY u.id`.execute(db)
  return rows
}

/**
 * Returns one text with a line for each user of `locationRows`, in the same order. A line starts with the user id and
 * differs whenever the user or the location changed. It takes a tenth of the time of `locationRows`.
 */
export async function locationVersions(db: Db, groupIds: readonly string[], now: Date): Promise<string> {
  const { rows } = await sql<{ versions: string | null }>`
    SELECT string_agg(u.id || ' ' || u.version || ' ' || p.at, E'\\n' ORDER BY u.id) AS versions
    FROM ${visibleIn(groupIds, now)}`.execute(db)
  return rows[0]?.versions ?? ''
}

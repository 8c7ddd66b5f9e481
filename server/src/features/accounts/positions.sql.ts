import { sql } from 'kysely'
import { POSITION_HOURS } from '@noroshi/contract/limits'
import type { Location } from '@noroshi/contract/location'
import type { Db } from '#/db/pool.ts'

export async function writePosition(db: Db, userId: string, location: Location, at: Date): Promise<void> {
  const place = { latitude: location.latitude, longitude: location.longitude, accuracy: location.accuracy, at }
  await db
    .insertInto('user_positions')
    .values({ user_id: userId, ...place })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(place))
    .execute()
}

export async function deletePosition(db: Db, userId: string): Promise<boolean> {
  const deleted = await db.deleteFrom('user_positions').where('user_id', '=', userId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Who consents to being seen now: always, or while an SOS of their own is active. */
const mayBeSeen = sql<boolean>`(u.location_sharing = 'always' OR (u.location_sharing IS DISTINCT FROM 'never' AND EXISTS (
  SELECT 1 FROM alerts WHERE alerts.raised_by = u.id AND alerts.resolved_at IS NULL)))`

export async function consentsNow(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ consents: boolean }>`SELECT ${mayBeSeen} AS consents FROM users u WHERE u.id = ${userId}`.execute(
    db,
  )
  return rows[0]?.consents === true
}

export interface PositionRow {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly latitude: number
  readonly longitude: number
  readonly accuracy: number | null
  readonly at: Date
}

/** Positions of the people in these groups, by name; none that is older than a day or without consent. */
export async function positionsIn(db: Db, groupIds: readonly string[], exceptUserId: string, now: Date): Promise<PositionRow[]> {
  const oldest = new Date(now.getTime() - POSITION_HOURS * 3_600_000)
  const { rows } = await sql<PositionRow>`
    SELECT u.id, u.first_name, u.last_name, p.latitude, p.longitude, p.accuracy, p.at
    FROM user_positions p JOIN users u ON u.id = p.user_id
    WHERE u.is_active AND u.id <> ${exceptUserId} AND p.at > ${oldest} AND ${mayBeSeen}
      AND EXISTS (SELECT 1 FROM alert_group_members m WHERE m.user_id = u.id AND m.group_id = ANY (${[...groupIds]}::uuid[]))
    ORDER BY u.first_name, u.id`.execute(db)
  return rows
}

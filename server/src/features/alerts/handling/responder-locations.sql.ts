import { sql } from 'kysely'
import { LOCATION_HOURS } from '@noroshi/contract/limits'
import type { Location } from '@noroshi/contract/location'
import type { Db } from '#/db/pool.ts'
import { isInAudience } from '../alerts.sql.ts'

/** Returns the choices of a user for active alerts, newest alert first. */
export const choicesOf = (db: Db, userId: string) =>
  db
    .selectFrom('responder_locations as r')
    .innerJoin('alerts as a', 'a.id', 'r.alert_id')
    .select(['r.alert_id', 'r.device_id'])
    .where('r.user_id', '=', userId)
    .where('a.resolved_at', 'is', null)
    .orderBy('r.alert_id', 'desc')
    .execute()

/** Returns whether a user responds to an alert. */
export const isResponding = async (tx: Db, alertId: string, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('alert_ledger')
    .select('alert_id')
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .where('answer', '=', 'responding')
    .executeTakeFirst()) !== undefined

const none = { latitude: null, longitude: null, accuracy: null, at: null }

/** Writes a choice. A location from before is deleted. @param deviceId null: the user shares none */
export async function putChoice(tx: Db, alertId: string, userId: string, deviceId: string | null): Promise<void> {
  await tx
    .insertInto('responder_locations')
    .values({ alert_id: alertId, user_id: userId, device_id: deviceId })
    .onConflict((conflict) => conflict.columns(['alert_id', 'user_id']).doUpdateSet({ device_id: deviceId, ...none }))
    .execute()
}

/** Ends what a user shares for an alert, and deletes the location. Returns false if the user has chosen nothing for it. */
export async function endChoice(db: Db, alertId: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('responder_locations')
    .set({ device_id: null, ...none })
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the choice of a user for an alert with the location. */
export const deleteChoice = (tx: Db, alertId: string, userId: string) =>
  tx.deleteFrom('responder_locations').where('alert_id', '=', alertId).where('user_id', '=', userId).execute()

/** Deletes all choices for an alert with the locations. */
export const deleteChoicesOf = (tx: Db, alertId: string) =>
  tx.deleteFrom('responder_locations').where('alert_id', '=', alertId).execute()

/** Deletes the choices for resolved alerts with the locations. */
export const deleteChoicesOfResolved = (db: Db) =>
  sql`DELETE FROM responder_locations r USING alerts a WHERE a.id = r.alert_id AND a.resolved_at IS NOT NULL`.execute(db)

/** Whether the device that shares (`r`) is still signed in by its user. */
const isSignedIn = (now: Date) => sql<boolean>`EXISTS (SELECT 1 FROM sessions s
  WHERE s.user_id = r.user_id AND s.device_id = r.device_id AND s.ended_at IS NULL AND s.expires_at > ${now})`

/** Deletes the choices to share of devices that are not signed in any more, with the locations. */
export const deleteChoicesOfSignedOut = (db: Db, now: Date) =>
  sql`DELETE FROM responder_locations r WHERE r.device_id IS NOT NULL AND NOT ${isSignedIn(now)}`.execute(db)

/**
 * Writes the location of a device for the active alerts that reach its user, and for which the user shares it and still responds.
 * @returns their ids
 */
export async function storeLocation(
  db: Db,
  userId: string,
  deviceId: string,
  { latitude, longitude, accuracy }: Location,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ alert_id: string }>`
    UPDATE responder_locations r
    SET latitude = ${latitude}::float8, longitude = ${longitude}::float8, accuracy = ${accuracy}::float8, at = ${at}
    FROM alerts a, alert_ledger l
    WHERE r.user_id = ${userId}::uuid AND r.device_id = ${deviceId}::uuid AND a.id = r.alert_id AND a.resolved_at IS NULL
      AND ${isInAudience(userId)}
      AND l.alert_id = r.alert_id AND l.user_id = r.user_id AND l.answer = 'responding'
    RETURNING r.alert_id`.execute(db)
  return rows.map((row) => row.alert_id)
}

/** Returns the locations that users whom an active alert reaches share for it, by user. */
export async function locationsForAlert(db: Db, alertId: string, now: Date) {
  const { rows } = await sql<{ user_id: string; latitude: number; longitude: number; at: Date }>`
    SELECT r.user_id, r.latitude, r.longitude, r.at FROM responder_locations r
    JOIN alerts a ON a.id = r.alert_id AND a.resolved_at IS NULL JOIN users u ON u.id = r.user_id AND u.is_active
    WHERE r.alert_id = ${alertId}::uuid AND r.latitude IS NOT NULL
      AND ${isInAudience(sql`r.user_id`)} AND ${isSignedIn(now)}
      AND r.at > ${new Date(now.getTime() - LOCATION_HOURS * 3_600_000)}`.execute(db)
  return new Map(rows.map(({ user_id, latitude, longitude, at }) => [user_id, { latitude, longitude, at }]))
}

import { type RawBuilder, sql } from 'kysely'
import { type DeviceChecks, type ReadinessFilter } from '@noroshi/contract/devices/devices.http'
import { DEVICES_SHOWN_MAX, READY_HOURS } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import { isConnectedDevice } from '#/realtime/presence.sql.ts'

interface NewReport {
  readonly sessionId: string
  readonly checks: DeviceChecks
  readonly isReady: boolean
  readonly isChecked: boolean
  readonly now: Date
}

/**
 * Stores the report of a session that has not ended. A report that is not ready keeps the time of the last ready
 * report. The time for the user outlives the session.
 */
export async function upsertReport(db: Db, { sessionId, checks, isReady, isChecked, now }: NewReport): Promise<void> {
  const { connection, sound, notifications, storage, installation } = checks
  const [readyAt, checkedAt] = [isReady ? now : null, isChecked ? now : null]
  // The lock waits for a concurrent end of the session, which deletes its report.
  await sql`
    WITH live AS (SELECT id, user_id FROM sessions WHERE id = ${sessionId}::uuid AND ended_at IS NULL FOR KEY SHARE),
    ready AS (INSERT INTO last_ready (user_id, ready_at)
      SELECT user_id, ${readyAt} FROM live WHERE ${readyAt}::timestamptz IS NOT NULL
      ON CONFLICT (user_id) DO UPDATE SET ready_at = EXCLUDED.ready_at)
    INSERT INTO device_reports AS r (session_id, connection, sound, notifications, storage, installation, reported_at, ready_at, checked_at)
    SELECT id, ${connection}, ${sound}, ${notifications}, ${storage}, ${installation}, ${now}::timestamptz, ${readyAt}::timestamptz,
      ${checkedAt}::timestamptz FROM live
    ON CONFLICT (session_id) DO UPDATE SET connection = EXCLUDED.connection, sound = EXCLUDED.sound,
      notifications = EXCLUDED.notifications, storage = EXCLUDED.storage, installation = EXCLUDED.installation,
      reported_at = EXCLUDED.reported_at, ready_at = COALESCE(EXCLUDED.ready_at, r.ready_at),
      checked_at = COALESCE(EXCLUDED.checked_at, r.checked_at)`.execute(db)
}

/** A live session with its report. Times are ISO 8601 texts. */
export interface DeviceColumns extends Record<keyof DeviceChecks, DeviceChecks[keyof DeviceChecks] | null> {
  readonly device_id: string
  readonly user_agent: string
  readonly last_used_at: string
  readonly has_push: boolean
  /** null: the device has not reported. */
  readonly reported_at: string | null
  readonly ready_at: string | null
  readonly checked_at: string | null
}

export interface MemberRow extends PersonRow {
  readonly last_ready_at: Date | null
  readonly devices: readonly DeviceColumns[]
  readonly alarmed_at: Date | null
  readonly is_drill: boolean | null
  readonly ended_early_at: Date | null
  readonly delivered_at: Date | null
}

const byName = sql`searchable(u.first_name || ' ' || u.last_name) COLLATE "C"`

const isLive = (now: Date) => sql<boolean>`s.ended_at IS NULL AND s.expires_at > ${now}::timestamptz`

const hasSubscription = sql<boolean>`EXISTS (SELECT FROM push_subscriptions p WHERE p.session_id = s.id)`
/** The alarm app was connected within READY_HOURS; connected ones are recorded each hour. */
const isAppInUse = (now: Date) =>
  sql<boolean>`d.last_stream_at > ${now}::timestamptz - make_interval(hours => ${sql.lit(READY_HOURS)})`
const hasAlarmApp = (now: Date) =>
  sql<boolean>`EXISTS (SELECT FROM alarm_app_devices d WHERE d.session_id = s.id AND ${isAppInUse(now)})`
/** The alarm app of a session has confirmed its last test alarm, and is in use. */
const hasTestedApp = (now: Date) => sql<boolean>`EXISTS (SELECT FROM sessions s JOIN alarm_app_devices d ON d.session_id = s.id
  WHERE s.user_id = u.id AND ${isLive(now)} AND d.test_received_at IS NOT NULL AND ${isAppInUse(now)})`

/**
 * SQL condition: an alarm reaches the user on a device. The last report of the device was ready (`isReadyDevice` of the
 * contract), and what made it ready still exists: the subscription, or a page that is connected or was open within
 * READY_HOURS. An alarm app that has confirmed a test needs no report.
 */
const hasReadyDevice = (now: Date) => {
  const isRecent = sql`r.reported_at BETWEEN ${now}::timestamptz - make_interval(hours => ${sql.lit(READY_HOURS)}) AND ${now}::timestamptz`
  return sql<boolean>`(${hasTestedApp(now)} OR EXISTS (SELECT FROM sessions s JOIN device_reports r ON r.session_id = s.id WHERE s.user_id = u.id AND ${isLive(now)}
    AND r.ready_at = r.reported_at AND ((r.notifications = 'good' AND ${hasSubscription})
      OR (r.connection = 'good' AND r.sound = 'good' AND (${isRecent} OR ${isConnectedDevice(sql`s.user_id`, sql`s.device_id`)})))))`
}

const wasNotReached = sql<boolean>`(l.user_id IS NOT NULL AND l.delivered_at IS NULL)`

const conditionOf = (filter: ReadinessFilter, now: Date): RawBuilder<boolean> =>
  ({ all: sql<boolean>`true`, notReached: wasNotReached, notReady: sql<boolean>`NOT ${hasReadyDevice(now)}` })[filter]

/** Returns active users with their devices, ordered by name. `after`: the id of the last user of the previous page. */
export async function memberRows(
  db: Db,
  { filter, after, limit, now }: { filter: ReadinessFilter; after: string | undefined; limit: number; now: Date },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id, (SELECT y.ready_at FROM last_ready y WHERE y.user_id = u.id) AS last_ready_at,
      l.alarmed_at, l.is_drill, l.ended_early_at, l.delivered_at,
      COALESCE((SELECT json_agg(device) FROM (
        SELECT s.device_id, s.user_agent, s.last_used_at, ${hasSubscription} OR ${hasAlarmApp(now)} AS has_push,
          r.connection, r.sound, r.notifications, r.storage, r.installation, r.reported_at, r.ready_at, r.checked_at
        FROM sessions s LEFT JOIN device_reports r ON r.session_id = s.id WHERE s.user_id = u.id AND ${isLive(now)}
        ORDER BY s.last_used_at DESC, s.id LIMIT ${sql.lit(DEVICES_SHOWN_MAX)}) AS device), '[]') AS devices
    FROM users u LEFT JOIN last_alarms l ON l.user_id = u.id
    WHERE u.is_active AND ${conditionOf(filter, now)} AND (${after ?? null}::uuid IS NULL
      OR (${byName}, u.id) > (SELECT ${byName}, u.id FROM users u WHERE u.id = ${after ?? null}::uuid))
    ORDER BY ${byName}, u.id LIMIT ${limit}`.execute(db)
  return rows
}

/**
 * Returns the number of active users of a filter, and the number of those whom their last alarm or drill did not reach.
 */
export async function countMembers(db: Db, filter: ReadinessFilter, now: Date): Promise<{ total: number; notReached: number }> {
  const { rows } = await sql<{ total: number; notReached: number }>`
    SELECT (count(*) FILTER (WHERE ${conditionOf(filter, now)}))::int AS total, (count(*) FILTER (WHERE ${wasNotReached}))::int AS "notReached"
    FROM users u LEFT JOIN last_alarms l ON l.user_id = u.id WHERE u.is_active`.execute(db)
  return rows[0] ?? { total: 0, notReached: 0 }
}

/** Returns the number of active users of whom a live device has reported. */
export async function countReported(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users u WHERE u.is_active AND EXISTS (
      SELECT FROM sessions s JOIN device_reports r ON r.session_id = s.id WHERE s.user_id = u.id AND ${isLive(now)})`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the active users whose last alarm is this one and did not reach them, by name. */
export async function usersNotReachedBy(db: Db, alertId: string, limit: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id FROM last_alarms l JOIN users u ON u.id = l.user_id
    WHERE u.is_active AND l.alert_id = ${alertId}::uuid AND ${wasNotReached} ORDER BY ${byName}, u.id LIMIT ${limit}`.execute(db)
  return rows
}

interface NewLastAlarms {
  readonly alertId: string
  readonly alarmedAt: Date
  readonly isDrill: boolean
  readonly endedEarlyAt: Date | null
  readonly users: readonly { readonly userId: string; readonly deliveredAt: Date | null }[]
}

/**
 * Stores an alarm as the last one of these users, unless a newer one is stored. A stored time in the future is from a
 * wrong clock and counts as older.
 */
export const upsertLastAlarms = (tx: Db, { alertId, alarmedAt, isDrill, endedEarlyAt, users }: NewLastAlarms, now: Date) =>
  sql`
    INSERT INTO last_alarms AS l (user_id, alert_id, alarmed_at, is_drill, ended_early_at, delivered_at)
    SELECT r.user_id, ${alertId}::uuid, ${alarmedAt}::timestamptz, ${isDrill}, ${endedEarlyAt}::timestamptz, r.delivered_at
    FROM unnest(${users.map(({ userId }) => userId)}::uuid[], ${users.map(({ deliveredAt }) => deliveredAt)}::timestamptz[])
      AS r (user_id, delivered_at)
    JOIN users u ON u.id = r.user_id ORDER BY r.user_id
    ON CONFLICT (user_id) DO UPDATE SET alert_id = EXCLUDED.alert_id, alarmed_at = EXCLUDED.alarmed_at, is_drill = EXCLUDED.is_drill,
      ended_early_at = EXCLUDED.ended_early_at, delivered_at = EXCLUDED.delivered_at
      WHERE EXCLUDED.alarmed_at > l.alarmed_at OR l.alarmed_at > ${now}::timestamptz`.execute(tx)

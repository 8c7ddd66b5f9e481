import { sql } from 'kysely'
import { lowestIdAt } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import { isAliveProcess } from '#/realtime/presence.sql.ts'

/** Returns the alerts with these ids and the ids of their raisers. Deleted alerts are missing. */
export const alertHeads = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('alerts')
    .select(['id', 'thread_id', 'raised_by', 'created_at'])
    .where('id', 'in', [...ids])
    .execute()

/** Returns the oldest active alarms of which no device of another user has acknowledged one since a time. Drills are none. */
export async function unreachedAlarms(db: Db, alarmedBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM alerts a
    WHERE a.resolved_at IS NULL AND a.home_unit IS NULL AND NOT a.is_drill AND NOT a.is_muted AND COALESCE(a.released_at, a.created_at) < ${alarmedBefore}
      AND NOT EXISTS (SELECT FROM alert_ledger l WHERE l.alert_id = a.id AND l.delivered_at IS NOT NULL)
    ORDER BY a.id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Seconds after which an alert no longer says who could receive it when it was raised: devices come and go. */
const RECEIVERS_KNOWN_WITHIN = 10

/**
 * Stores for alerts that were just raised whether a device of another user in their audience is connected, has a push subscription
 * or has an alarm app. Drills and muted alerts are not measured.
 */
export const storeReceivers = (tx: Db, ids: readonly string[]) =>
  sql`
  WITH reachable AS MATERIALIZED (
    SELECT user_id FROM push_subscriptions
    UNION SELECT user_id FROM alarm_app_devices WHERE last_stream_at IS NOT NULL
    UNION SELECT c.user_id FROM connected_devices c JOIN server_processes p ON p.id = c.process_id WHERE ${isAliveProcess})
  UPDATE alerts a SET had_receiver = EXISTS (
    SELECT FROM reachable r JOIN users u ON u.id = r.user_id
    WHERE u.is_active AND u.id IS DISTINCT FROM a.raised_by AND (a.reaches_everyone OR EXISTS (
      SELECT FROM alert_group_members m JOIN alert_audience g ON g.group_id = m.group_id
      WHERE g.alert_id = a.id AND m.user_id = u.id)))
  WHERE id = ANY (${[...ids]}::uuid[]) AND had_receiver IS NULL AND NOT is_drill AND NOT is_muted
    AND created_at > now() - make_interval(secs => ${RECEIVERS_KNOWN_WITHIN})`.execute(tx)

interface DeliveryTimes {
  readonly count: number
  /** Seconds; null without a delivered alert. */
  readonly p50: number | null
  readonly p99: number | null
}

/**
 * Returns the times from the arrival of the newest SOS since a time to the first acknowledgement of a device, without those that are
 * known to have had no receiver.
 */
export async function deliveryTimes(db: Db, since: Date, limit: number): Promise<DeliveryTimes> {
  const { rows } = await sql<DeliveryTimes>`
    SELECT count(seconds)::int AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS p50,
      percentile_cont(0.99) WITHIN GROUP (ORDER BY seconds) AS p99
    FROM (SELECT GREATEST(extract(epoch FROM l.first_at - a.created_at), 0)::float8 AS seconds
      FROM (SELECT id, created_at FROM alerts
        WHERE id >= ${lowestIdAt(since)}::uuid AND home_unit IS NULL AND NOT is_drill AND NOT is_muted AND released_at IS NULL
          AND had_receiver IS DISTINCT FROM false
        ORDER BY id DESC LIMIT ${limit}) a
      CROSS JOIN LATERAL (SELECT min(delivered_at) AS first_at FROM alert_ledger WHERE alert_id = a.id) l) times`.execute(db)
  return rows[0] ?? { count: 0, p50: null, p99: null }
}

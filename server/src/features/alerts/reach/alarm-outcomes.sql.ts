import { sql } from 'kysely'
import { ALARM_DELIVERY_MINUTES } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { DueAlert } from './repeats.sql.ts'

/** An alert whose outcome is final. */
export interface EndedAlarm extends DueAlert {
  readonly alarmed_at: Date
  /** Time at which it was resolved; null if it was active for ALARM_DELIVERY_MINUTES. */
  readonly ended_early_at: Date | null
  /**
   * Whether it was active for ALARM_DELIVERY_MINUTES or is a drill. The outcome of an SOS that ended earlier contains only the
   * users whom it reached.
   */
  readonly is_complete: boolean
}

/**
 * Marks and returns the oldest alerts that began ALARM_DELIVERY_MINUTES ago or are resolved, newest first. Each alert is returned
 * once. Alerts that another transaction has locked are skipped until the next call.
 */
export async function markEndedAlarms(tx: Db, now: Date, limit: number): Promise<EndedAlarm[]> {
  const alarmedAt = sql`COALESCE(a.released_at, a.created_at)`
  const minutes = sql`make_interval(mins => ${sql.lit(ALARM_DELIVERY_MINUTES)})`
  const isEarly = sql<boolean>`COALESCE(a.resolved_at < ${alarmedAt} + ${minutes}, false)`
  const { rows } = await sql<EndedAlarm>`
    UPDATE alerts a SET is_outcome_recorded = true
    FROM (
      SELECT a.id FROM alerts a
      WHERE NOT a.is_outcome_recorded AND (a.resolved_at IS NOT NULL OR ${alarmedAt} <= ${now}::timestamptz - ${minutes})
      ORDER BY a.id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED) ended
    WHERE a.id = ended.id
    RETURNING a.id, a.raised_by, a.is_drill, a.reaches_everyone, a.is_muted, ${alarmedAt} AS alarmed_at,
      CASE WHEN ${isEarly} THEN a.resolved_at END AS ended_early_at, a.is_drill OR NOT ${isEarly} AS is_complete,
      ARRAY(SELECT g.group_id::text FROM alert_audience g WHERE g.alert_id = a.id ORDER BY 1) AS group_ids`.execute(tx)
  return rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** Returns the time at which each user acknowledged an alert within ALARM_DELIVERY_MINUTES. */
export async function deliveriesInTime(db: Db, { id, alarmed_at }: EndedAlarm): Promise<Map<string, Date>> {
  const { rows } = await sql<{ user_id: string; delivered_at: Date }>`
    SELECT user_id, delivered_at FROM alert_ledger WHERE alert_id = ${id}::uuid
      AND delivered_at <= ${alarmed_at}::timestamptz + make_interval(mins => ${sql.lit(ALARM_DELIVERY_MINUTES)})`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row.delivered_at]))
}

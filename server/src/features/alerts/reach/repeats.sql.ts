import { sql } from 'kysely'
import { ALERT_REPEAT_MINUTES, CLOCK_TOLERANCE_SECONDS } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import { effectiveAdmin } from '#/features/accounts/effective-admin.service.ts'
import { isInAudience } from '../alerts.sql.ts'

/** Locks the repetitions until the transaction ends. Returns false if another process has the lock. */
export async function tryLockRepeats(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('alert repeats', 0)) AS is_locked`.execute(tx)
  return rows[0]?.is_locked === true
}

export interface DueAlert {
  readonly id: string
  readonly raised_by: string | null
  readonly is_drill: boolean
  readonly reaches_everyone: boolean
  readonly is_muted: boolean
  /** Sorted, so that alerts of the same groups have equal lists. */
  readonly group_ids: readonly string[]
}

/** Minutes before each repetition: the first one since the alert, the others since the repetition before. */
const GAPS = ALERT_REPEAT_MINUTES.map((minutes, step) => minutes - (ALERT_REPEAT_MINUTES[step - 1] ?? 0))

/**
 * Marks and returns the active alerts whose next repetition is due, newest first. If the clock went back, an alert may
 * be from the future and its age is unknown: it is repeated now and then after each gap.
 */
export async function markDueAlerts(tx: Db, now: Date): Promise<DueAlert[]> {
  // The alarm of an alert of another unit repeats from its arrival, that of a released one from its release.
  const alarmedAt = sql`COALESCE(arrived_at, released_at, created_at)`
  const future = sql`${alarmedAt} > ${now}::timestamptz + make_interval(secs => ${CLOCK_TOLERANCE_SECONDS})`
  const { rows } = await sql<DueAlert>`
    UPDATE alerts a SET repeat_step = due.step, repeated_at = ${now}
    FROM (
      SELECT id, CASE
        WHEN NOT ${future} THEN (SELECT count(*) FROM unnest(${[...ALERT_REPEAT_MINUTES]}::int[]) AS m
          WHERE ${alarmedAt} <= ${now}::timestamptz - make_interval(mins => m))
        WHEN repeated_at > ${now}::timestamptz - make_interval(mins => (${GAPS}::int[])[repeat_step + 1])
          AND repeated_at <= ${now}::timestamptz + make_interval(secs => ${CLOCK_TOLERANCE_SECONDS}) THEN repeat_step
        ELSE repeat_step + 1 END AS step
      FROM alerts WHERE resolved_at IS NULL AND repeat_step < ${sql.lit(ALERT_REPEAT_MINUTES.length)}
        AND (${alarmedAt} <= ${now}::timestamptz - make_interval(mins => ${ALERT_REPEAT_MINUTES[0]}::int) OR ${future})) due
    WHERE a.id = due.id AND a.resolved_at IS NULL AND due.step > a.repeat_step
    RETURNING a.id, a.raised_by, a.is_drill, a.reaches_everyone, a.is_muted,
      ARRAY(SELECT g.group_id::text FROM alert_audience g WHERE g.alert_id = a.id ORDER BY 1) AS group_ids`.execute(tx)
  return rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/**
 * Returns the ids of the active users whom an alert reaches: members of its groups, all users or all administrators,
 * and the raiser of a drill.
 */
export async function usersReached(
  tx: Db,
  alert: Pick<DueAlert, 'raised_by' | 'is_drill' | 'group_ids' | 'reaches_everyone' | 'is_muted'>,
): Promise<string[]> {
  const { raised_by, is_drill, group_ids, reaches_everyone, is_muted } = alert
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE is_active AND (${reaches_everyone} OR (${is_muted} AND ${effectiveAdmin('users')})
      OR (${is_drill} AND id = ${raised_by}::uuid) OR id IN (
      SELECT user_id FROM alert_group_members WHERE group_id = ANY (${[...group_ids]}::uuid[])))`.execute(tx)
  return rows.map((row) => row.id)
}

/** Returns pairs of alert and user for the users who saw these alerts. */
export const seenBy = (tx: Db, alertIds: readonly string[]) =>
  tx
    .selectFrom('alert_ledger')
    .select(['alert_id', 'user_id'])
    .where(sql<boolean>`alert_id = ANY (${[...alertIds]}::uuid[])`)
    .where('seen_at', 'is not', null)
    .execute()

interface DueUser {
  readonly user_id: string
  readonly thread_id: string
  readonly is_drill: boolean
}

/** Returns the users among these who are in the audience of an active alert and have not seen it. */
export async function dueUsersOf(db: Db, alertId: string, userIds: readonly string[]): Promise<DueUser[]> {
  const { rows } = await sql<DueUser>`
    SELECT r.user_id, a.thread_id, a.is_drill FROM alerts a CROSS JOIN unnest(${[...userIds]}::uuid[]) AS r (user_id)
    WHERE a.id = ${alertId}::uuid AND a.resolved_at IS NULL AND ${isInAudience(sql`r.user_id`)} AND NOT EXISTS (
      SELECT FROM alert_ledger l WHERE l.alert_id = a.id AND l.user_id = r.user_id AND l.seen_at IS NOT NULL)`.execute(db)
  return rows
}

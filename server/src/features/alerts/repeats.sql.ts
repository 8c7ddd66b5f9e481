import { sql } from 'kysely'
import { ALERT_REPEAT_MINUTES } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'

/** Until the transaction ends nobody else repeats; false where another process is at it. */
export async function mayRepeat(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('alert repeats', 0)) AS mine`.execute(tx)
  return rows[0]?.mine === true
}

export interface DueAlert {
  readonly id: string
  readonly raised_by: string | null
  readonly reaches_everyone: boolean
  /** Sorted: alerts that went to the same groups have the same list. */
  readonly group_ids: readonly string[]
}

/** The active alerts whose next repetition is due, newest first; each is marked, so that none is due twice. */
export async function takeDueAlerts(tx: Db, now: Date): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    UPDATE alerts a SET repeat_step = due.step
    FROM (
      SELECT id, (SELECT count(*) FROM unnest(${[...ALERT_REPEAT_MINUTES]}::int[]) AS m
        WHERE created_at <= ${now}::timestamptz - make_interval(mins => m)) AS step
      FROM alerts WHERE resolved_at IS NULL AND repeat_step < ${sql.lit(ALERT_REPEAT_MINUTES.length)}
        AND created_at <= ${now}::timestamptz - make_interval(mins => ${ALERT_REPEAT_MINUTES[0]}::int)) due
    WHERE a.id = due.id AND a.resolved_at IS NULL AND due.step > a.repeat_step
    RETURNING a.id, a.raised_by, a.reaches_everyone,
      ARRAY(SELECT g.group_id::text FROM alert_audience g WHERE g.alert_id = a.id ORDER BY 1) AS group_ids`.execute(tx)
  return rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** Active people of these groups, or of the whole unit. */
export async function peopleReached(tx: Db, groupIds: readonly string[], everyone: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE is_active AND (${everyone} OR id IN (
      SELECT user_id FROM alert_group_members WHERE group_id = ANY (${[...groupIds]}::uuid[])))`.execute(tx)
  return rows.map((row) => row.id)
}

/** Who saw which of these alerts. */
export const seenBy = (tx: Db, alertIds: readonly string[]) =>
  tx
    .selectFrom('alert_ledger')
    .select(['alert_id', 'user_id'])
    .where(sql<boolean>`alert_id = ANY (${[...alertIds]}::uuid[])`)
    .where('seen_at', 'is not', null)
    .execute()

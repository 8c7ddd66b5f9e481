import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { DueAlert } from './repeats.sql.ts'

/** Returns the number of active users who are the raiser or a member of one of these groups. */
export async function countParticipants(db: Db, raiserId: string, groupIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users WHERE is_active AND (id = ${raiserId}::uuid OR id IN (
      SELECT user_id FROM alert_group_members WHERE group_id = ANY (${[...groupIds]}::uuid[])))`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Returns the ids of the drills that began before `before`, or after `after`. The age of the latter is unknown, because
 * the clock went back.
 */
export async function oldDrills(db: Db, { before, after }: { readonly before: Date; readonly after: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('id')
    .where('is_drill', '=', true)
    .where((row) => row.or([row('created_at', '<=', before), row('created_at', '>', after)]))
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the newest drill of alert groups whose outcome is not recorded yet. */
export async function lastRunningDrill(db: Db): Promise<(DueAlert & { readonly created_at: Date }) | undefined> {
  const { rows } = await sql<DueAlert & { created_at: Date }>`
    SELECT a.id, a.raised_by, a.is_drill, a.reaches_everyone, a.is_muted, a.created_at,
      ARRAY(SELECT g.group_id::text FROM alert_audience g WHERE g.alert_id = a.id ORDER BY 1) AS group_ids
    FROM alerts a WHERE a.is_drill AND NOT a.is_outcome_recorded
      AND EXISTS (SELECT FROM alert_audience g WHERE g.alert_id = a.id) ORDER BY a.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Returns the users of whom a device acknowledged an alert. */
export async function usersDelivered(db: Db, alertId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('alert_ledger')
    .select('user_id')
    .where('alert_id', '=', alertId)
    .where('delivered_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

import { type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { RemovedAlerts } from '#/db/rows.ts'

/** Alerts that were resolved before `before`. An active alert is none of them, and a drill has its own end. */
const resolvedBefore = (before: Date) => sql<boolean>`resolved_at < ${before} AND NOT is_drill`

export async function countResolvedBefore(db: Db, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('alerts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(resolvedBefore(before))
    .executeTakeFirstOrThrow()
  return count
}

/** An alert that was removed, as a repetition of its SOS is answered. */
export type RemovedAlert = Pick<Selectable<RemovedAlerts>, 'client_id' | 'alert_id' | 'thread_id' | 'created_at'>

export const insertRemovedAlert = (tx: Db, alert: RemovedAlert, removed_at: Date) =>
  tx
    .insertInto('removed_alerts')
    .values({ ...alert, removed_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Returns the removed alert that was raised with this `clientId`. */
export const removedAlertOf = (db: Db, clientId: string): Promise<RemovedAlert | undefined> =>
  db
    .selectFrom('removed_alerts')
    .select(['client_id', 'alert_id', 'thread_id', 'created_at'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()

export const deleteRemovedAlerts = (db: Db, before: Date) =>
  db.deleteFrom('removed_alerts').where('removed_at', '<', before).execute()

export async function idsResolvedBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('alerts').select('id').where(resolvedBefore(before)).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

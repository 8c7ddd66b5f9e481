import { type Selectable, sql } from 'kysely'
import { BACKUP_LOCK } from '#/backup/backup-runs.sql.ts'
import type { Db } from '#/db/pool.ts'
import type { BackupRuns } from '#/db/rows.ts'

export type RunRow = Selectable<BackupRuns>

/** Max runs that administrators see. */
const LISTED_MAX = 30

export const lastRuns = (db: Db): Promise<RunRow[]> =>
  db.selectFrom('backup_runs').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc').limit(LISTED_MAX).execute()

export const scheduledRuns = (db: Db, limit: number) =>
  db
    .selectFrom('backup_runs')
    .select(['started_at', 'outcome'])
    .where('kind', '=', 'scheduled')
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute()

export const hasRunningRow = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('backup_runs').select('id').where('outcome', 'is', null).executeTakeFirst()) !== undefined

/** Whether no process of this server writes a backup. */
export async function isIdle(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT pg_try_advisory_xact_lock(hashtext(${BACKUP_LOCK})) AS is`.execute(db)
  return rows[0]?.is === true
}

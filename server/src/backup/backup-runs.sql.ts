import type pg from 'pg'
import type { BackupProblem, BackupRun } from '@noroshi/contract/backups/backups.http'
import { newId } from '#/db/ids.ts'

/** Max runs that are kept. */
const KEPT_MAX = 200

/** The name of the lock of the process that writes a backup. It ends with its connection, however the process ends. */
export const BACKUP_LOCK = 'noroshi:backup'

/** Tries to become the only process that writes backups. */
export async function lockBackups(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS has', [BACKUP_LOCK])
  return rows[0]?.has === true
}

/** Ends the runs of killed processes. Called under the lock. A backup that was written is complete without its rehearsal. */
export const endLostRuns = (client: pg.Client) =>
  client.query(
    `UPDATE backup_runs SET ended_at = clock_timestamp(), outcome = CASE WHEN bytes IS NULL THEN 'interrupted' ELSE 'complete' END
     WHERE outcome IS NULL`,
  )

/** Inserts a run that begins, and deletes the oldest ones. Returns its id. */
export async function insertRun(client: pg.Client, kind: BackupRun['kind'], target: string): Promise<string> {
  const id = newId()
  await client.query('INSERT INTO backup_runs (id, kind, target, started_at) VALUES ($1, $2, $3, clock_timestamp())', [
    id,
    kind,
    target,
  ])
  await deleteOldRuns(client)
  return id
}

interface MigrationRun {
  readonly target: string
  readonly startedAt: Date
  readonly written: { readonly name: string; readonly bytes: number } | null
  readonly end: RunEnd
}

/** Inserts the ended run of a backup before a migration. */
export async function insertMigrationRun(client: pg.Client, { target, startedAt, written, end }: MigrationRun): Promise<void> {
  await client.query(
    `INSERT INTO backup_runs (id, kind, target, started_at, ended_at, name, bytes, new_bytes, outcome, problem, detail)
     VALUES ($1, 'migration', $2, $3, clock_timestamp(), $4, $5, $5, $6, $7, $8)`,
    [newId(), target, startedAt, written?.name, written?.bytes, end.outcome, end.problem, end.detail],
  )
  await deleteOldRuns(client)
}

const deleteOldRuns = (client: pg.Client) =>
  client.query('DELETE FROM backup_runs WHERE id IN (SELECT id FROM backup_runs ORDER BY started_at DESC OFFSET $1)', [KEPT_MAX])

/** Stores that the backup of a run is written. */
export const storeWritten = (
  client: pg.Client,
  id: string,
  { name, bytes, newBytes }: { readonly name: string; readonly bytes: number; readonly newBytes: number },
) => client.query('UPDATE backup_runs SET name = $2, bytes = $3, new_bytes = $4 WHERE id = $1', [id, name, bytes, newBytes])

export interface RunEnd {
  readonly outcome: NonNullable<BackupRun['outcome']>
  readonly rehearsal?: BackupRun['rehearsal']
  readonly problem?: BackupProblem | null
  readonly detail?: string | null
  /** How many damaged files `detail` does not name; null: none. */
  readonly moreDamaged?: number | null
}

export const endRun = (
  client: pg.Client,
  id: string,
  { outcome, rehearsal = null, problem = null, detail = null, moreDamaged = null }: RunEnd,
) =>
  client.query(
    `UPDATE backup_runs SET ended_at = clock_timestamp(), outcome = $2, rehearsal = $3, problem = $4, detail = $5, more_damaged = $6
     WHERE id = $1`,
    [id, outcome, rehearsal, problem, detail, moreDamaged],
  )

export async function readBackupSetting<Value>(client: pg.Client, key: string): Promise<Value | null> {
  const { rows } = await client.query<{ value: Value }>('SELECT value FROM settings WHERE key = $1', [key])
  return rows[0]?.value ?? null
}

/** Returns the id of this server in its targets, which is created once. */
export async function backupOwnerOf(client: pg.Client, key: string, newOwner: string): Promise<string> {
  await client.query('INSERT INTO settings (key, value) VALUES ($1, to_jsonb($2::text)) ON CONFLICT DO NOTHING', [key, newOwner])
  return (await readBackupSetting<string>(client, key)) ?? newOwner
}

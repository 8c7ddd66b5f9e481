import { backupErrors } from '@noroshi/contract/backups/backups.errors'
import type {
  BackupProblem,
  BackupRun,
  BackupSettings,
  BackupSettingsForm,
  BackupState,
} from '@noroshi/contract/backups/backups.http'
import type { ErrorCode } from '@noroshi/contract/errors'
import type { CheckResult } from '#/backup/run-backup.ts'
import { mountedDisks } from '#/backup/target/mounted-disks.ts'
import { BACKUP_SETTING, type StoredBackupSettings, titleOf } from '#/backup/target/backup-settings.ts'
import type { Job } from '#/db/jobs.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { lockSetting, readSetting, writeSetting } from '#/features/accounts/server/stored-settings.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { BackupProcesses } from './backup-process.ts'
import { hasRunningRow, isIdle, lastRuns, type RunRow, scheduledRuns } from './backups.sql.ts'
import { isDue } from './is-due.ts'

/** Milliseconds between two checks. */
const CHECK_EVERY_MS = 60_000
/** Scheduled runs that are read to find out whether one is due. */
const READ_MAX = 5

const storedSettings = (db: Db) => readSetting<StoredBackupSettings>(db, BACKUP_SETTING)

/** Returns the settings and the last runs. */
export async function readBackups({ db, config }: Deps): Promise<BackupState> {
  const [settings, runs, disks] = await Promise.all([storedSettings(db), lastRuns(db), mountedDisks()])
  return {
    settings: settings === undefined ? null : presentSettings(settings),
    disks: disks.map(({ label }) => label),
    hasS3: config.backupS3 !== null,
    hasFilesInS3: config.s3 !== null,
    runs: runs.map(presentRun),
  }
}

/** Returns whether backups are scheduled, and the last one of all data that ended, of the last runs. */
export async function lastBackup(db: Db): Promise<{ isOn: boolean; last: RunRow | undefined }> {
  const [settings, runs] = await Promise.all([storedSettings(db), lastRuns(db)])
  return { isOn: settings?.isOn === true, last: runs.find(({ kind, outcome }) => kind !== 'migration' && outcome !== null) }
}

/**
 * Changes the settings, if the target can be written.
 * @throws the problem of the target, such as backup.readOnly (409), or backup.running (409)
 */
export async function changeBackups(
  deps: Deps,
  processes: BackupProcesses,
  auditActor: AuditActor,
  form: BackupSettingsForm,
): Promise<BackupSettings> {
  const { passphrase, ...rest } = form
  const { target, folder, disk } = rest
  const wanted = { target, folder: target === 'folder' ? folder : '', disk: target === 'disk' ? disk : '' }
  const report = await processes.start({ check: { ...wanted, passphrase: passphrase ?? null } })
  if (report === 'busy') throw new AppError('backup.running')
  const result: CheckResult =
    report === null || report === 'started' ? { problem: 'diskFailed', detail: null, key: null } : report
  if (result.problem !== null) throw new AppError(errorOf(result.problem), { detail: result.detail ?? '' })
  return deps.transaction(async (tx) => {
    await lockSetting(tx, BACKUP_SETTING)
    const before = await storedSettings(tx)
    const key = passphrase === undefined ? (before?.key ?? null) : result.key
    const settings: StoredBackupSettings = { ...rest, ...wanted, key }
    await writeSetting(tx, BACKUP_SETTING, settings)
    await recordAudit(tx, {
      ...auditActor,
      action: 'backup.changed',
      targetKind: 'settings',
      targetId: null,
      details: { ...presentSettings(settings), title: titleOf(settings, deps.config) },
    })
    return presentSettings(settings)
  })
}

/** Begins a backup. @throws backup.noTarget (409), backup.running (409), backup.unexpected (409) */
export async function startBackup({ db }: Deps, processes: BackupProcesses): Promise<void> {
  if ((await storedSettings(db)) === undefined) throw new AppError('backup.noTarget')
  const report = (await isIdle(db)) ? await processes.start('manual') : 'busy'
  if (report === 'busy') throw new AppError('backup.running')
  if (report !== 'started') throw new AppError('backup.unexpected', { detail: 'the process of the backup did not start' })
}

/** Looks each minute for a backup that is due. One process of the server does. */
export const backupJob = (deps: Deps, processes: BackupProcesses): Job => ({
  name: 'backups',
  every: CHECK_EVERY_MS,
  run: () => runSchedule(deps, processes),
})

/** Starts a backup that is due, and ends runs whose processes were killed. */
export async function runSchedule({ db, now }: Deps, processes: BackupProcesses): Promise<void> {
  if (processes.isRunning) return
  const settings = await storedSettings(db)
  if (settings?.isOn === true && isDue(settings, await scheduledRuns(db, READ_MAX), now())) await processes.start('scheduled')
  else if ((await hasRunningRow(db)) && (await isIdle(db))) await processes.start('tidy')
}

/** Returns the error of a problem. Some problems cannot come from saving the settings. */
const errorOf = (problem: BackupProblem): ErrorCode => {
  const code = `backup.${problem}`
  return code in backupErrors ? (code as keyof typeof backupErrors) : 'backup.unexpected'
}

const presentSettings = ({ key, ...settings }: StoredBackupSettings): BackupSettings => ({
  ...settings,
  isEncrypted: key !== null,
})

const presentRun = (row: RunRow): BackupRun =>
  ({
    id: row.id,
    kind: row.kind,
    target: row.target,
    name: row.name,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    bytes: row.bytes,
    newBytes: row.new_bytes,
    outcome: row.outcome,
    rehearsal: row.rehearsal,
    problem: row.problem,
    detail: row.detail,
    ...(row.more_damaged !== null && { moreDamaged: row.more_damaged }),
  }) as BackupRun // the table checks kind, outcome and rehearsal

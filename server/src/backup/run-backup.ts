import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { BackupProblem } from '@noroshi/contract/backups/backups.http'
import type { Config } from '#/config.ts'
import {
  backupOwnerOf,
  endLostRuns,
  endRun,
  insertRun,
  lockBackups,
  readBackupSetting,
  type RunEnd,
  storeWritten,
} from './backup-runs.sql.ts'
import { createBackup } from './create-backup.ts'
import { createKey } from './encryption.ts'
import { unlockByOwnKey, writeOwnKey } from './own-key.ts'
import { problemOf } from './problems.ts'
import { namedDamage, rehearse } from './rehearse.ts'
import { dropScratch } from './scratch-database.ts'
import { InterruptedError, withClient, withServerUrl } from './server-database.ts'
import { BackupTarget } from './target/backup-target.ts'
import { BACKUP_OWNER, BACKUP_SETTING, type BackupKey, type StoredBackupSettings, titleOf } from './target/backup-settings.ts'
import { openStore } from './target/open-target.ts'

/** The settings of the server that a backup needs. */
export type BackupConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'backupS3'>

/** The connection and the signal of the process that has the lock. */
export interface BackupSession {
  readonly url: string
  readonly client: pg.Client
  /** Is aborted when the process is to end or the lock is lost with its connection. */
  readonly signal: AbortSignal
}

/**
 * Calls `work` while no other process of this server writes a backup, after the remains of killed ones are deleted.
 * @returns false if another process does
 */
export async function withBackupLock(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  signal: AbortSignal,
  work: (session: BackupSession) => Promise<unknown>,
): Promise<boolean> {
  return withServerUrl(config, signal, (url, serverEnding) => {
    const lost = new AbortController()
    const ending = AbortSignal.any([serverEnding, lost.signal])
    return withClient(
      url,
      async (client) => {
        if (!(await lockBackups(client))) return false
        await endLostRuns(client)
        await dropScratch(url)
        await work({ url, client, signal: ending })
        return true
      },
      (error) => lost.abort(error),
    )
  })
}

/** Deletes what killed processes left in the database. */
export const tidyBackups = (config: BackupConfig, signal: AbortSignal): Promise<boolean> =>
  withBackupLock(config, signal, async () => undefined)

/**
 * Makes a backup by the settings of the administrators, rehearses it and deletes the oldest ones. The result is a row of
 * `backup_runs`.
 * @param onStarted is called when the row exists
 * @returns false if another process makes a backup
 */
export const runBackup = (
  config: BackupConfig,
  kind: 'scheduled' | 'manual',
  signal: AbortSignal,
  onStarted: () => void,
): Promise<boolean> =>
  withBackupLock(config, signal, async (session) => {
    const settings = await readBackupSetting<StoredBackupSettings>(session.client, BACKUP_SETTING)
    if (settings === null) return
    const id = await insertRun(session.client, kind, titleOf(settings, config))
    onStarted()
    await endRun(session.client, id, await attempt(config, settings, session, id))
  })

async function attempt(
  config: BackupConfig,
  settings: StoredBackupSettings,
  session: BackupSession,
  id: string,
): Promise<RunEnd> {
  const { client, signal } = session
  let name = ''
  try {
    const owner = await backupOwnerOf(client, BACKUP_OWNER, randomUUID())
    const target = new BackupTarget(await openStore(settings, config), owner, signal)
    const begin = async (ending: AbortSignal) => {
      const begun = await target.begin(settings.key, new Date(), ending)
      name = begun.name
      return begun.writer
    }
    const { backup, manifest } = await createBackup(config, begin, signal, () => undefined)
    await storeWritten(client, id, { name, bytes: backup.bytes, newBytes: backup.newBytes })
    // Earlier backups may have the missing files: none is deleted.
    if (manifest.missing.length > 0)
      return { outcome: 'failed', problem: 'filesMissing', detail: String(manifest.missing.length) }
    return await check(config, settings, target, { ...session, name })
  } catch (error) {
    if (signal.aborted || error instanceof InterruptedError) return { outcome: 'interrupted' }
    return { outcome: 'failed', ...problemOf(error) }
  }
}

/** Rehearses a complete backup, and deletes the oldest ones unless it is damaged. */
async function check(
  config: BackupConfig,
  { keep }: StoredBackupSettings,
  target: BackupTarget,
  { url, signal, name }: BackupSession & { readonly name: string },
): Promise<RunEnd> {
  try {
    const unlock = unlockByOwnKey(config.dataDir)
    const { outcome, problem, damaged } = await rehearse(config, { store: target.store, folder: name }, { url, unlock, signal })
    await target.recordRehearsal(name, { outcome, problem, damaged })
    if (outcome === 'damaged') {
      const { named, more } = namedDamage(damaged)
      return { outcome: 'failed', rehearsal: outcome, problem: 'damaged', detail: named, moreDamaged: more === 0 ? null : more }
    }
    await target.prune(keep)
    return { outcome: 'complete', rehearsal: outcome, problem }
  } catch (error) {
    if (signal.aborted) return { outcome: 'complete' }
    return { outcome: 'failed', ...problemOf(error) } // it is not known whether it can be restored
  }
}

/** The settings that an administrator wants to save. */
export interface BackupCheck extends Pick<StoredBackupSettings, 'target' | 'folder' | 'disk'> {
  /** A new passphrase; null: none. */
  readonly passphrase: string | null
}

export interface CheckResult {
  readonly problem: BackupProblem | null
  readonly detail: string | null
  /** The key of the new passphrase. */
  readonly key: BackupKey | null
}

/** Claims a target, which shows whether it can be written, and creates the key of a passphrase. */
export async function checkSettings(config: BackupConfig, wanted: BackupCheck, signal: AbortSignal): Promise<CheckResult> {
  try {
    const owner = await withServerUrl(config, signal, (url) =>
      withClient(url, (client) => backupOwnerOf(client, BACKUP_OWNER, randomUUID())),
    )
    await new BackupTarget(await openStore(wanted, config), owner, signal).claim()
    if (wanted.passphrase === null) return { problem: null, detail: null, key: null }
    const key = await createKey(wanted.passphrase)
    await writeOwnKey(config.dataDir, key)
    return { problem: null, detail: null, key: { recipient: key.recipient, locked: key.locked } }
  } catch (error) {
    return { ...problemOf(error), key: null }
  }
}

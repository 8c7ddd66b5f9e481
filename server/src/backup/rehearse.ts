import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { DAMAGED_MAX, DAMAGED_NAMED_MAX } from '@noroshi/contract/backups/backups.http'
import type { Config } from '#/config.ts'
import { reserveOf } from '#/ports/disk-storage.ts'
import { diskSpace, type Space, type System } from '#/ports/system.ts'
import { DamagedError, MANIFEST } from './manifest.ts'
import { restoreForTest, unknownMigration } from './restore-tables.ts'
import { createScratch, dropScratch } from './scratch-database.ts'
import { withClient } from './server-database.ts'
import { type BackupLocation, StoredBackup, type Unlock } from './stored-backup.ts'
import { copyAllOut, sequenceOf } from './tables.sql.ts'
import type { RehearsalResult } from './target/backup-target.ts'

/** PostgreSQL's code for a missing right. */
const NO_RIGHT = '42501'

/** The key of the backup is not on this computer. */
export class NoKey extends Error {}

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'>

interface RehearsalContext {
  /** The database of the server. */
  readonly url: string
  readonly unlock: Unlock
  readonly signal: AbortSignal
  /** Returns the space of the disk of a folder. Tests replace it. */
  readonly spaceOf?: System['diskSpace']
}

/**
 * Rehearses a backup: compares each file with its hash, restores the tables into a scratch database of the same PostgreSQL
 * and compares them with the rows that the backup read. Without room for that database, it compares the files only.
 */
export async function rehearse(
  settings: Settings,
  location: BackupLocation,
  { url, unlock, signal, spaceOf = diskSpace }: RehearsalContext,
): Promise<RehearsalResult> {
  const result = { problem: null, damaged: [] }
  try {
    const backup = await StoredBackup.open(location, unlock)
    const damaged: string[] = []
    for await (const file of backup.damagedFiles(signal)) if (damaged.push(file) === DAMAGED_MAX) break
    if (damaged.length > 0) return { ...result, outcome: 'damaged', damaged }
    if ((await unknownMigration(backup.manifest)) !== null) return { ...result, outcome: 'verified', problem: 'laterVersion' }
    if (settings.databaseUrl === null && !(await hasRoom(await spaceOf(settings.dataDir), url)))
      return { ...result, outcome: 'verified', problem: 'noRoom' }
    const scratch = await createScratch(url)
    try {
      await restoreForTest(backup, scratch, signal, (client) => compare(client, backup))
    } finally {
      await dropScratch(url)
    }
    return { ...result, outcome: 'rehearsed' }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof DamagedError) return { ...result, outcome: 'damaged', damaged: [error.file] }
    if (error instanceof NoKey) return { ...result, outcome: 'verified', problem: 'noKey' }
    if (error instanceof pg.DatabaseError && error.code === NO_RIGHT)
      return { ...result, outcome: 'verified', problem: 'noRight' }
    throw error
  }
}

/** Returns the damaged files that a line names, and how many more there are. */
export const namedDamage = (damaged: readonly string[]): { readonly named: string; readonly more: number } => ({
  named: damaged.slice(0, DAMAGED_NAMED_MAX).join(', '),
  more: Math.max(0, damaged.length - DAMAGED_NAMED_MAX),
})

/** Whether a second copy of the database fits on the disk of the embedded PostgreSQL, beside the reserve. */
async function hasRoom({ free, total }: Space, url: string): Promise<boolean> {
  const databaseBytes = await withClient(url, async (client) => {
    const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
    return Number(rows[0]?.bytes ?? Infinity)
  })
  return free - reserveOf(total) > databaseBytes
}

/** Compares the restored rows with those that the backup read. @throws DamagedError that names the table's file */
async function compare(client: pg.Client, backup: StoredBackup): Promise<void> {
  for (const table of backup.manifest.tables) {
    const hash = createHash('sha256')
    const rows = client.query(copyTo(copyAllOut(table)))
    await pipeline(rows, async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) hash.update(chunk)
    })
    const isEqual = table.sha256 === undefined || table.sha256 === hash.digest('hex')
    if (!isEqual || rows.rowCount !== table.rows) throw new DamagedError(backup.fileOfTable(table.name))
  }
  for (const stored of backup.manifest.sequences) {
    const restored = await sequenceOf(client, stored.name)
    if (stored.value !== restored.value || stored.isCalled !== restored.isCalled) throw new DamagedError(MANIFEST)
  }
}

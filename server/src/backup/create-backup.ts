import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { BACKUP_NAME } from '#/db/migrate.ts'
import { CLAIMED_KEYS } from '#/features/files/files.sql.ts'
import { pathOfKey } from '#/ports/disk-storage.ts'
import { BackupFolder } from './backup-folder.ts'
import { type Manifest, tableFile } from './manifest.ts'
import { InterruptedError, waitForServer, withServerDatabase } from './server-database.ts'
import { appliedMigrations, copyOut, hasSchema, prepareCopy, sequencesOf, tablesOf } from './tables.sql.ts'

/** Max snapshots. A further one is taken when a file was deleted after the snapshot and before it was copied. */
const SNAPSHOTS_MAX = 3

/** Max attempts. A backup that the start of a server interrupts begins again when the server is ready. */
const ATTEMPTS_MAX = 3

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>

/**
 * Writes a backup of a server into an empty folder: all tables of one snapshot, the uploaded files of that snapshot unless they
 * are in S3, and the keys of HTTPS. The server may run. If it starts meanwhile, the backup ends and begins again when the server is ready. An error
 * or the signal leaves nothing in the folder.
 * @param report receives a line when the backup begins again
 * @throws CommandError
 */
export async function createBackup(
  config: Settings,
  folder: string,
  signal: AbortSignal,
  report: (text: string) => void,
): Promise<Manifest> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptBackup(config, folder, signal)
    } catch (error) {
      if (signal.aborted || !(error instanceof InterruptedError) || attempt === ATTEMPTS_MAX) throw error
      report('The server starts or stops. The backup begins again when the server is ready.')
      await waitForServer(config, signal)
    }
  }
}

async function attemptBackup(config: Settings, folder: string, signal: AbortSignal): Promise<Manifest> {
  let target = null as BackupFolder | null
  let writing = null as Promise<unknown> | null
  const copy = async (client: pg.Client, ending: AbortSignal) => {
    if (!(await hasSchema(client))) throw new CommandError('The database has no tables of Noroshi. Start the server once.')
    target = await BackupFolder.create(folder, config.dataDir, ending)
    return { target, ...(await write(client, target, config)) }
  }
  try {
    const content = await withServerDatabase(config, BACKUP_NAME, signal, (client, ending) => {
      const copying = copy(client, ending)
      writing = copying
      return copying
    })
    // A server may start from here on, however slow the disk of the backup is.
    return await finish(content, signal)
  } catch (error) {
    await writing?.catch(() => undefined) // an aborted copy may still write
    await target?.discard()
    throw error
  }
}

const finish = ({ target, ...content }: { target: BackupFolder } & Omit<Manifest, 'checksums'>, signal: AbortSignal) =>
  target.finish(content, signal)

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Writes everything but the manifest. */
async function write(client: pg.Client, target: BackupFolder, { dataDir, s3 }: Settings): Promise<Omit<Manifest, 'checksums'>> {
  await prepareCopy(client)
  const files = new FileCopies(target, path.join(dataDir, 'files'))
  const missing = s3 === null ? await beginWithFiles(client, files) : []
  if (s3 !== null) await client.query(BEGIN)
  const takenAt = new Date().toISOString()
  const tables: Manifest['tables'] = []
  for (const table of await tablesOf(client)) {
    const copy = client.query(copyTo(copyOut(table)))
    await target.write(tableFile(table.name), copy, createZstdCompress())
    tables.push({ name: table.name, columns: [...table.columns], rows: copy.rowCount })
  }
  const sequences = await sequencesOf(client)
  const migrations = await appliedMigrations(client)
  await client.query('COMMIT')
  await copyKeys(target, path.join(dataDir, 'tls'))
  const summary = { count: files.count, bytes: files.bytes }
  return {
    format: 1,
    takenAt,
    migrations,
    tables,
    sequences,
    files: summary,
    ...(s3 !== null && { hasFilesInS3: true }),
    missing,
  }
}

/**
 * Begins a transaction whose snapshot has only files that are copied. Most files are copied before it, since a long snapshot
 * delays the clean-up of PostgreSQL.
 * @returns the keys of files that do not exist
 */
async function beginWithFiles(client: pg.Client, files: FileCopies): Promise<string[]> {
  await files.copy(await claimedKeys(client))
  for (let snapshots = 1; ; snapshots++) {
    await client.query(BEGIN)
    const keys = await claimedKeys(client)
    const missing = await files.copy(keys)
    if (missing.length === 0 || snapshots === SNAPSHOTS_MAX) {
      await files.retain(new Set(keys))
      return missing
    }
    await client.query('ROLLBACK')
  }
}

async function claimedKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(CLAIMED_KEYS)
  return rows.map(({ key }) => key)
}

/** The uploaded files in a backup. A file never changes: its key is random. */
class FileCopies {
  readonly #target: BackupFolder
  readonly #folder: string
  /** Bytes by key. */
  readonly #sizes = new Map<string, number>()

  constructor(target: BackupFolder, folder: string) {
    this.#target = target
    this.#folder = folder
  }

  get count(): number {
    return this.#sizes.size
  }

  get bytes(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0)
  }

  /** Copies the files that are not copied yet. Returns the keys of those that do not exist. */
  async copy(keys: readonly string[]): Promise<string[]> {
    const missing: string[] = []
    for (const key of keys) {
      if (this.#sizes.has(key)) continue
      const size = await copyFile(this.#target, path.join(this.#folder, pathOfKey(key)), fileOf(key))
      if (size === null) missing.push(key)
      else this.#sizes.set(key, size)
    }
    return missing
  }

  /** Removes the copies of all other files. */
  async retain(keys: ReadonlySet<string>): Promise<void> {
    for (const key of this.#sizes.keys()) {
      if (keys.has(key)) continue
      this.#sizes.delete(key)
      await this.#target.remove(fileOf(key))
    }
  }
}

const fileOf = (key: string): string => `files/${pathOfKey(key)}`

/** Copies the certificates and their keys. A name of a file that is being written ends with `.new`. */
async function copyKeys(target: BackupFolder, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries)
    if (entry.isFile() && !entry.name.endsWith('.new')) await copyFile(target, path.join(folder, entry.name), `tls/${entry.name}`)
}

/** Returns the number of bytes; null if the file does not exist. */
async function copyFile(target: BackupFolder, from: string, to: string): Promise<number | null> {
  const source = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return source === null ? null : await target.write(to, source.createReadStream())
}

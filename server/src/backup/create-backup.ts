import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { BACKUP_NAME } from '#/db/migrate.ts'
import { CLAIMED_KEYS } from '#/features/files/files.sql.ts'
import { pathOfKey } from '#/ports/disk-storage.ts'
import type { BackupWriter } from './backup-writer.ts'
import { type Manifest, tableFile } from './manifest.ts'
import { InterruptedError, waitForServer, withServerDatabase } from './server-database.ts'
import { appliedMigrations, copyOut, hasSchema, prepareCopy, sequencesOf, tablesOf } from './tables.sql.ts'

/** Max snapshots. A further one is taken when a file was deleted after the snapshot and before it was copied. */
const SNAPSHOTS_MAX = 3

/** Max attempts. A backup that the start of a server interrupts begins again when the server is ready. */
const ATTEMPTS_MAX = 3

/** Max milliseconds that a backup before a migration waits for a table, since the start of the server waits for it. */
const LOCK_TIMEOUT_MS = 10_000

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>

/** Begins a backup, which is aborted by the signal. */
type BeginBackup = (signal: AbortSignal) => Promise<BackupWriter>

interface Written {
  readonly manifest: Manifest
  /** The complete backup. */
  readonly backup: BackupWriter
}

/**
 * Writes a backup of a server: all tables of one snapshot, the uploaded files of that snapshot unless they are in S3, and
 * the keys of HTTPS. The server may run. If it starts meanwhile, the backup ends and begins again when the server is
 * ready. An error or the signal leaves nothing of it.
 * @param report receives a line when the backup begins again
 * @throws CommandError
 */
export async function createBackup(
  config: Settings,
  begin: BeginBackup,
  signal: AbortSignal,
  report: (text: string) => void,
): Promise<Written> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptBackup(config, begin, signal)
    } catch (error) {
      if (signal.aborted || !(error instanceof InterruptedError) || attempt === ATTEMPTS_MAX) throw error
      report('The server starts or stops. The backup begins again when the server is ready.')
      await waitForServer(config, signal)
    }
  }
}

async function attemptBackup(config: Settings, begin: BeginBackup, signal: AbortSignal): Promise<Written> {
  let backup = null as BackupWriter | null
  let writing = null as Promise<unknown> | null
  const copy = async (client: pg.Client, ending: AbortSignal) => {
    if (!(await hasSchema(client))) throw new CommandError('The database has no tables of Noroshi. Start the server once.')
    backup = await begin(ending)
    return { backup, content: await writeAll(client, backup, config) }
  }
  try {
    const written = await withServerDatabase(config, BACKUP_NAME, signal, (client, ending) => {
      const copying = copy(client, ending)
      writing = copying
      return copying
    })
    // A server may start from here on, however slow the disk of the backup is.
    return { backup: written.backup, manifest: await written.backup.finish(written.content, signal) }
  } catch (error) {
    await writing?.catch(() => undefined) // an aborted copy may still write
    await backup?.discard()
    throw error
  }
}

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
type Content = Omit<Manifest, 'checksums'>

/** Writes everything but the manifest. */
async function writeAll(client: pg.Client, backup: BackupWriter, { dataDir, s3 }: Settings): Promise<Content> {
  await prepareCopy(client)
  const files = new FileCopies(backup, path.join(dataDir, 'files'))
  const missing = s3 === null ? await beginWithFiles(client, files) : []
  if (s3 !== null) await client.query(BEGIN)
  const tables = await writeTables(client, backup)
  await client.query('COMMIT')
  await copyKeys(backup, path.join(dataDir, 'tls'))
  return { ...tables, files: { count: files.count, bytes: files.bytes }, ...(s3 !== null && { hasFilesInS3: true }), missing }
}

/** Writes the tables of one snapshot alone, which is what a migration changes. */
export async function writeTablesOnly(client: pg.Client, backup: BackupWriter): Promise<Content> {
  await prepareCopy(client)
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await client.query(BEGIN)
  const tables = await writeTables(client, backup)
  await client.query('COMMIT')
  return { ...tables, files: { count: 0, bytes: 0 }, hasTablesOnly: true, missing: [] }
}

/** Writes all tables within a transaction. */
async function writeTables(client: pg.Client, backup: BackupWriter) {
  const takenAt = new Date().toISOString()
  const tables: Manifest['tables'] = []
  for (const table of await tablesOf(client)) {
    const rows = client.query(copyTo(copyOut(table)))
    const sha256 = await backup.writeTable(tableFile(table.name), rows)
    tables.push({ name: table.name, columns: [...table.columns], rows: rows.rowCount, sha256 })
  }
  const [sequences, migrations] = [await sequencesOf(client), await appliedMigrations(client)]
  return { format: 1 as const, takenAt, migrations, tables, sequences }
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
  readonly #backup: BackupWriter
  readonly #folder: string
  /** Bytes by key. */
  readonly #sizes = new Map<string, number>()

  constructor(backup: BackupWriter, folder: string) {
    this.#backup = backup
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
      const size = await this.#backup.writeUpload(key, fileOf(key), () => read(path.join(this.#folder, pathOfKey(key))))
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
      await this.#backup.removeUpload(key, fileOf(key))
    }
  }
}

const fileOf = (key: string): string => `files/${pathOfKey(key)}`

/** Copies the certificates and their keys. A name of a file that is being written ends with `.new`. */
async function copyKeys(backup: BackupWriter, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.endsWith('.new')) continue
    const source = await read(path.join(folder, entry.name))
    if (source !== null) await backup.write(`tls/${entry.name}`, source)
  }
}

/** Opens a file; null if it does not exist. */
async function read(file: string): Promise<Readable | null> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return handle?.createReadStream() ?? null
}

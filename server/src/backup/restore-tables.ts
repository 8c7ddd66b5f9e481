import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, MIGRATIONS } from '#/db/migrate.ts'
import { CommandError } from '#/command-error.ts'
import { UNIT_LANE } from '#/features/units/unit-keys.ts'
import { newOwner, STORAGE_OWNER } from '#/storage-owner.ts'
import { DamagedError, type Manifest } from './manifest.ts'
import { withClient } from './server-database.ts'
import type { StoredBackup } from './stored-backup.ts'
import { BACKUP_OWNER } from './target/backup-settings.ts'
import {
  appliedMigrations,
  copyIn,
  dropForeignKeys,
  emptyTable,
  hasSchema,
  isUsed,
  lockMigrations,
  makeUnlogged,
  otherConnections,
  prepareCopy,
  setSequence,
  startJournal,
  transactionId,
  transactionStatus,
} from './tables.sql.ts'

const NEWER = 'A newer version of Noroshi wrote this backup'

/** Returns the name of a migration of the backup that this version does not have; null: it has all. */
export async function unknownMigration({ migrations }: Manifest): Promise<string | null> {
  const known = new Set(await readdir(MIGRATIONS))
  return migrations.find(({ name }) => !known.has(name))?.name ?? null
}

/** @throws CommandError when this version does not have all migrations of the backup */
export async function assertKnownVersion(manifest: Manifest): Promise<void> {
  const unknown = await unknownMigration(manifest)
  if (unknown !== null)
    throw new CommandError(`${NEWER} (${unknown}). Install that version and restore again. Nothing was restored.`)
}

/** @throws CommandError when the database has data, later migrations, or other connections such as those of a server */
export const assertEmptyDatabase = ({ migrations }: Manifest, url: string): Promise<void> =>
  withClient(url, async (client) => {
    if ((await otherConnections(client)) > 0)
      throw new CommandError('Other programs are connected to the database. Stop the server, then restore.')
    if (!(await hasSchema(client))) return
    const names = new Set(migrations.map(({ name }) => name))
    const isLater = (await appliedMigrations(client)).some(({ name }) => !names.has(name))
    if (isLater || (await isUsed(client)))
      throw new CommandError('The database has data already. Create an empty database and set DATABASE_URL to it.')
  })

/** The files that belong to the tables. */
interface RestoredFiles {
  /** Moves the files to their final paths, when the commit is all that is left. */
  publish(): Promise<void>
  /** Reverts `publish`, also an incomplete one. */
  withdraw(): Promise<void>
  /** The paths of the folders that may remain when `withdraw` fails. */
  readonly folders: readonly string[]
}

const NO_FILES: RestoredFiles = { publish: async () => undefined, withdraw: async () => undefined, folders: [] }

/**
 * Fills an empty database with the tables of a backup, in one transaction, and applies the migrations that the backup
 * does not have. If the transaction fails, the files are withdrawn.
 */
export async function restoreTables(
  backup: StoredBackup,
  url: string,
  signal: AbortSignal,
  files: RestoredFiles = NO_FILES,
): Promise<void> {
  const names = backup.manifest.migrations.map(({ name }) => name)
  await migrateTo(names, url)
  await withClient(url, async (client) => {
    await client.query('BEGIN')
    await lockMigrations(client)
    await assertSameSchema(client, backup.manifest)
    await prepareCopy(client)
    const addForeignKeys = await fill(client, backup, signal)
    await startJournal(client)
    await addForeignKeys()
    await writeOwner(client, backup.manifest)
    signal.throwIfAborted()
    await commit(client, url, files)
  })
  await withClient(url, (client) => client.query('ANALYZE'))
  await migrate(url)
}

/**
 * Restores the tables of a backup into an empty database that is deleted afterwards, in a transaction that is not
 * committed, as {@link restoreTables} does.
 * @param compare is called with the restored rows
 * @throws DamagedError
 */
export async function restoreForTest(
  backup: StoredBackup,
  url: string,
  signal: AbortSignal,
  compare: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await migrateTo(
    backup.manifest.migrations.map(({ name }) => name),
    url,
  )
  await withClient(url, async (client) => {
    await prepareCopy(client)
    await client.query('BEGIN')
    await assertSameSchema(client, backup.manifest)
    const addForeignKeys = await fill(client, backup, signal, true)
    await compare(client)
    await addForeignKeys()
    await client.query('ROLLBACK')
  })
}

/**
 * Gives the restored server a new id and a new lane, since it is not the server of the backup. It becomes the owner of the S3
 * folder in S3_URL.
 */
async function writeOwner(client: pg.Client, { hasFilesInS3 }: Manifest): Promise<void> {
  await client.query('DELETE FROM settings WHERE key = ANY ($1)', [[STORAGE_OWNER, BACKUP_OWNER, UNIT_LANE]])
  if (hasFilesInS3 !== true) return
  await client.query('INSERT INTO settings (key, value) VALUES ($1, $2)', [STORAGE_OWNER, JSON.stringify(newOwner(true))])
}

/**
 * Publishes the files and commits.
 * @throws when the transaction is rolled back, or CommandError when its outcome is unknown
 */
async function commit(client: pg.Client, url: string, files: RestoredFiles): Promise<void> {
  const id = await transactionId(client)
  await files.publish().catch((error: unknown) => withdrawAndThrow(files, error))
  try {
    await client.query('COMMIT')
  } catch (error) {
    // The connection may have been lost after the commit.
    const outcome = await outcomeOf(id, url)
    if (outcome === 'committed') return
    if (outcome === 'unknown') throw new CommandError(UNKNOWN_OUTCOME, { cause: error })
    await withdrawAndThrow(files, error)
  }
}

/** Withdraws the files and throws `error`. @throws CommandError with `error` as its cause when files may remain */
async function withdrawAndThrow(files: RestoredFiles, error: unknown): Promise<never> {
  try {
    await files.withdraw()
  } catch (failed) {
    const [reason, problem] = [error, failed].map((one) => (one instanceof Error ? one.message : String(one)))
    throw new CommandError(
      `The restore failed (${reason}), and its files could not be removed (${problem}). Delete ${files.folders.join(' and ')}, then restore again.`,
      { cause: error },
    )
  }
  throw error
}

const UNKNOWN_OUTCOME =
  'The connection to the database was lost during the last step, and it is unknown whether the restore is complete. Create an empty database and restore into it and another DATA_DIR.'
/** Max milliseconds to wait for the outcome of a transaction, and between two questions. */
const OUTCOME_WITHIN = 30_000
const OUTCOME_INTERVAL = 250

async function outcomeOf(id: string, url: string): Promise<'committed' | 'aborted' | 'unknown'> {
  for (const until = Date.now() + OUTCOME_WITHIN; Date.now() < until; await sleep(OUTCOME_INTERVAL)) {
    const status = await withClient(url, (client) => transactionStatus(client, id)).catch(() => null) // no connection
    if (status === 'committed' || status === 'aborted') return status
  }
  return 'unknown'
}

/** Applies these migrations only. */
async function migrateTo(names: readonly string[], url: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-migrations-'))
  try {
    for (const name of names) await cp(path.join(MIGRATIONS, name), path.join(folder, name))
    await migrate(url, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @throws CommandError when a server has used or migrated the database meanwhile, or when a migration was edited */
async function assertSameSchema(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const applied = await appliedMigrations(client)
  if (applied.length !== migrations.length || (await isUsed(client)))
    throw new CommandError('A server uses the database. Stop it, create an empty database, then restore.')
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations) {
    const own = checksums.get(name) ?? null
    if (checksum !== null && own !== null && checksum !== own)
      throw new CommandError(`The migration ${name} of this version differs from that of the backup. Restore with its version.`)
  }
}

/** Fills the tables with the rows of a backup. Returns a function that adds the foreign keys, which checks every row. */
async function fill(client: pg.Client, backup: StoredBackup, signal: AbortSignal, isScratch = false) {
  const addForeignKeys = await dropForeignKeys(client)
  for (const table of backup.manifest.tables) {
    const file = backup.fileOfTable(table.name)
    await emptyTable(client, table.name)
    if (isScratch) await makeUnlogged(client, table.name)
    const copy = client.query(copyFrom(copyIn(table)))
    await pipeline(backup.read(file), createZstdDecompress(), copy, { signal })
    if (copy.rowCount !== table.rows) throw new DamagedError(file)
  }
  for (const sequence of backup.manifest.sequences) await setSequence(client, sequence)
  return addForeignKeys
}

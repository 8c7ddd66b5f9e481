import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Db } from './pool.ts'

/** The folder of the migrations of this version. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** The `application_name` of the connection of a backup. */
export const BACKUP_NAME = 'noroshi backup'

/** Max milliseconds that a migration waits for one lock, since a backup may have it. */
const LOCK_TIMEOUT = 2000
/** PostgreSQL's code of a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * The first migration of which it is checked that it only expands the schema (expanding.test.ts), so that earlier versions run on
 * the migrated database (decisions/0216).
 */
export const FIRST_CHECKED = '0085'
/** Begins a migration that contracts the schema: what it removes is unused since this release. Earlier versions do not run on it. */
export const CONTRACTS = /^-- Contracts: unused since (\d+\.\d+\.\d+)\./

interface Migration {
  readonly name: string
  readonly sql: string
  /** Whether earlier versions run on a database that has it. */
  readonly expands: boolean
  /** Hex SHA-256 of the text with Unix line ends, since Git may change line ends. */
  readonly checksum: string
}

/**
 * Applies the migrations that are missing; there are no down migrations. Several processes may call it at the same time: an
 * advisory lock serialises them.
 * @param folder contains the migrations, which are applied in the order of their names
 * @param before is called under the lock, before the first of missing migrations, with its name
 * @returns the names of the applied migrations
 * @throws Error with one line for the operator when a later version has migrated the database and one of its migrations contracts the
 * schema, or when the text of an applied migration differs from its file. Nothing is applied then.
 */
export async function migrate(
  url: string,
  folder = MIGRATIONS,
  before: (first: string) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const done: string[] = []
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('noroshi:migrate'))")
    const applied = await readApplied(client)
    requireKnown(migrations, applied)
    requireUnchanged(migrations, applied)
    const first = migrations.find(({ name }) => !applied.has(name))
    if (first !== undefined) {
      await endBackups(client)
      await before(first.name)
    }
    for (const migration of migrations) {
      const row = applied.get(migration.name)
      if (row === undefined) {
        while (!(await apply(client, migration))) await endBackups(client)
        done.push(migration.name)
      } else if (row.checksum === null) await storeChecksum(client, migration)
    }
  } finally {
    await client.end()
  }
  return done
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(`${folder}/${name}`, 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, expands: name >= FIRST_CHECKED && !CONTRACTS.test(sql) }
    }),
  )
}

interface AppliedMigration {
  readonly name: string
  /** null where a version without checksums applied it. */
  readonly checksum: string | null
  /** null where a version that ran on no later schema applied it. */
  readonly expands: boolean | null
}

async function readApplied(client: pg.Client): Promise<Map<string, AppliedMigration>> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  await client.query(
    'ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS checksum text, ADD COLUMN IF NOT EXISTS expands boolean',
  )
  const { rows } = await client.query<AppliedMigration>('SELECT name, checksum, expands FROM schema_migrations')
  return new Map(rows.map((row) => [row.name, row]))
}

/**
 * Ends backups, which begin again later. A migration of a table would wait until a backup has copied everything. One that begins
 * during the migrations is ended when a migration has waited for a lock.
 */
async function endBackups(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND application_name = $1`,
    [BACKUP_NAME],
  )
}

/** A later version may have migrated the database, if this version runs on its schema. */
function requireKnown(migrations: readonly Migration[], applied: ReadonlyMap<string, AppliedMigration>): void {
  const known = new Set(migrations.map(({ name }) => name))
  for (const { name, expands } of applied.values())
    if (!known.has(name) && expands !== true)
      throw new Error(
        `Noroshi does not start: a later version has migrated this database (${name}), and this version does not run on it. Start the later version, or restore a backup of this one.`,
      )
}

/** Compares the applied migrations with the files of this version. */
function requireUnchanged(migrations: readonly Migration[], applied: ReadonlyMap<string, AppliedMigration>): void {
  for (const { name, checksum } of migrations) {
    const row = applied.get(name)
    if (row === undefined || row.checksum === null || row.checksum === checksum) continue
    throw new Error(
      `Noroshi does not start: the migration ${name} has been edited since this database applied it. Restore its file, and add a new migration instead.`,
    )
  }
}

async function storeChecksum(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('UPDATE schema_migrations SET checksum = $2 WHERE name = $1', [name, checksum])
}

/** Returns false when nothing was applied, because another connection has a lock. */
async function apply(client: pg.Client, { name, sql, checksum, expands }: Migration): Promise<boolean> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
  try {
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (name, checksum, expands) VALUES ($1, $2, $3)', [name, checksum, expands])
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK')
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}

/** Returns the names of the migrations of later versions. */
export async function laterMigrations(db: Db): Promise<string[]> {
  const known = await readMigrations(MIGRATIONS)
  const rows = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name).filter((name) => !known.some((migration) => migration.name === name))
}

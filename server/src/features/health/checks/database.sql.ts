import { sql } from 'kysely'
import { BACKUP_NAME } from '#/db/migrate.ts'
import type { Db } from '#/db/pool.ts'

interface DatabaseUse {
  readonly connections: number
  readonly connections_max: number
  /** Seconds of the oldest transaction that is no backup; 0 without one. */
  readonly transaction_seconds: number
}

/** Returns how the cluster is used. The connections of other roles count, their transactions only if the role may see them. */
export async function databaseUse(db: Db): Promise<DatabaseUse> {
  const { rows } = await sql<DatabaseUse>`
    SELECT count(*)::int AS connections, current_setting('max_connections')::int AS connections_max,
      COALESCE(extract(epoch FROM max(clock_timestamp() - xact_start) FILTER (WHERE application_name <> ${BACKUP_NAME}
        AND datname = current_database())), 0)::float8 AS transaction_seconds
    FROM pg_stat_activity WHERE backend_type = 'client backend'`.execute(db)
  const [use] = rows
  if (use === undefined) throw new Error('an aggregate has one row')
  return use
}

interface DatabaseVersion {
  readonly version: string
  readonly migrations: number
  readonly newest: string | null
}

export async function databaseVersion(db: Db): Promise<DatabaseVersion> {
  const { rows } = await sql<DatabaseVersion>`
    SELECT current_setting('server_version') AS version, count(*)::int AS migrations, max(name) AS newest
    FROM schema_migrations`.execute(db)
  const [version] = rows
  if (version === undefined) throw new Error('an aggregate has one row')
  return version
}

interface StoredBytes {
  readonly database_bytes: number
  readonly file_bytes: number
  readonly files: number
}

export async function storedBytes(db: Db): Promise<StoredBytes> {
  const { rows } = await sql<StoredBytes>`
    SELECT pg_database_size(current_database()) AS database_bytes, COALESCE(sum(size), 0)::bigint AS file_bytes,
      count(*)::bigint AS files
    FROM files`.execute(db)
  const [stored] = rows
  if (stored === undefined) throw new Error('an aggregate has one row')
  return stored
}

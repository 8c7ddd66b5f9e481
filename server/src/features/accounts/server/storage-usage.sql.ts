import type { FILE_KINDS } from '@noroshi/contract/admin/storage.http'
import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Max milliseconds of a statement that reads all files. */
const COUNT_TIMEOUT_MS = 30_000

/** Lets the statements of this transaction run longer than others. */
export const allowCounting = (tx: Db) => sql`SET LOCAL statement_timeout = ${sql.lit(COUNT_TIMEOUT_MS)}`.execute(tx)

interface TableSize {
  readonly name: string
  /** An estimate; null: the database has not counted the rows yet. */
  readonly rows: number | null
  /** With indexes. */
  readonly bytes: number
}

/** Returns the sizes of all tables. It reads no rows. */
export async function tableSizes(db: Db): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    SELECT relname AS name, CASE WHEN reltuples >= 0 THEN round(reltuples::numeric)::float8 END AS rows, pg_total_relation_size(oid)::float8 AS bytes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`.execute(db)
  return rows
}

export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT pg_database_size(current_database())::float8 AS bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

interface FileCount {
  readonly kind: (typeof FILE_KINDS)[number]
  readonly count: number
  readonly bytes: number
}

export async function countFiles(tx: Db): Promise<FileCount[]> {
  const { rows } = await sql<FileCount>`
    SELECT CASE split_part(type, '/', 1) WHEN 'image' THEN 'pictures' WHEN 'video' THEN 'videos' WHEN 'audio' THEN 'sounds'
      ELSE 'documents' END AS kind, count(*)::float8 AS count, sum(size)::float8 AS bytes FROM files GROUP BY 1`.execute(tx)
  return rows
}

/** Counts the radio messages and the bytes of their files. */
export async function countRecordings(tx: Db): Promise<Omit<FileCount, 'kind'>> {
  const { rows } = await sql<Omit<FileCount, 'kind'>>`
    SELECT count(DISTINCT r.message_id)::float8 AS count, COALESCE(sum(f.size), 0)::float8 AS bytes FROM radio_recordings r
    LEFT JOIN files f ON f.parent_kind = 'message' AND f.parent_id = r.message_id`.execute(tx)
  return rows[0] ?? { count: 0, bytes: 0 }
}

import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** Returns all rows of each table as text. */
export async function readTables(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(db)
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.table(name)} t`.execute(db)
    found.set(name, rows.map(({ text }) => text).join('\n'))
  }
  return found
}

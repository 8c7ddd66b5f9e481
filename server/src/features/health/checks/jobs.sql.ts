import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Returns the seconds since the last start of each job, by the clock of PostgreSQL. */
export async function secondsSinceStart(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; seconds: number }>`
    SELECT name, extract(epoch FROM clock_timestamp() - started_at)::float8 AS seconds FROM jobs`.execute(db)
  return new Map(rows.map(({ name, seconds }) => [name, seconds]))
}

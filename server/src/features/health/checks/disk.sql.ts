import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface DiskSample {
  readonly machine: string
  /** The day in UTC, as 2026-11-29. */
  readonly day: string
  readonly used_bytes: number
}

/** Stores the first sample of a day, deletes those before `since`, and returns all of the computer. */
export async function keepDiskSample(db: Db, sample: DiskSample, since: string): Promise<DiskSample[]> {
  const { machine, day, used_bytes } = sample
  const { rows } = await sql<DiskSample>`
    SELECT machine, day::text AS day, used_bytes FROM disk_samples WHERE machine = ${machine} ORDER BY day`.execute(db)
  if (rows.some((row) => row.day === day)) return rows
  await sql`DELETE FROM disk_samples WHERE day < ${since}::date`.execute(db)
  await sql`INSERT INTO disk_samples (machine, day, used_bytes) VALUES (${machine}, ${day}::date, ${used_bytes})
    ON CONFLICT DO NOTHING`.execute(db)
  return [...rows, sample]
}

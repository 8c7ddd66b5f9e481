import { sql } from 'kysely'
import type { HealthLevel } from '@noroshi/contract/health/health.http'
import type { Db } from '#/db/pool.ts'
import type { ReadFact } from './health-check.service.ts'

/** `unused`: the check is not shown. */
export type StoredLevel = HealthLevel | 'unused'

/** The last reading of a check. */
export interface ReadingRow {
  readonly name: string
  /** '' for what all computers share. */
  readonly machine: string
  readonly level: StoredLevel
  readonly advice: string | null
  readonly facts: readonly ReadFact[]
  readonly read_at: Date
  readonly since: Date
}

export interface NewReading {
  readonly name: string
  readonly machine: string
  readonly level: StoredLevel
  readonly advice: string | null
  readonly facts: readonly ReadFact[]
}

/** Stores readings, and counts the readings in a row with the same level. One that is unknown does not count. */
export async function storeReadings(db: Db, readings: readonly NewReading[], at: Date): Promise<void> {
  await sql`
    INSERT INTO health_readings AS h (name, machine, level, advice, facts, read_at, since, known_level, known_count)
    SELECT name, machine, level, advice, facts, ${at}, ${at}, NULLIF(level, 'unknown'), CASE level WHEN 'unknown' THEN 0 ELSE 1 END
    FROM jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) AS g (name text, machine text, level text, advice text, facts jsonb)
    ORDER BY name, machine
    ON CONFLICT (name, machine) DO UPDATE SET level = EXCLUDED.level, advice = EXCLUDED.advice, facts = EXCLUDED.facts,
      read_at = EXCLUDED.read_at, since = CASE WHEN h.level = EXCLUDED.level THEN h.since ELSE EXCLUDED.since END,
      known_level = COALESCE(EXCLUDED.known_level, h.known_level),
      known_count = CASE WHEN EXCLUDED.level = 'unknown' THEN h.known_count
        WHEN h.known_level = EXCLUDED.level THEN LEAST(h.known_count + 1, 1000) ELSE 1 END`.execute(db)
}

/** Returns the last readings of all checks since a time. */
export async function readingsSince(db: Db, since: Date): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    SELECT name, machine, level, advice, facts, read_at, since FROM health_readings WHERE read_at > ${since} ORDER BY name, machine`.execute(
    db,
  )
  return rows
}

/** Deletes the readings of computers that no longer run the server. */
export const deleteReadingsBefore = (db: Db, before: Date) =>
  db.deleteFrom('health_readings').where('read_at', '<', before).execute()

import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Sources in one list. */
const SOURCES_MAX = 50
/** Sources of old alerts that one statement deletes. */
const DELETED_AT_ONCE = 5000

/** Returns the mutes that end after this time. */
export const mutesAfter = (db: Db, now: Date) =>
  db.selectFrom('muted_sources').selectAll().where('muted_until', '>', now).execute()

/** Mutes a source, or extends its mute. */
export const upsertMute = (db: Db, mute: { readonly source: string; readonly muted_at: Date; readonly muted_until: Date }) =>
  db
    .insertInto('muted_sources')
    .values(mute)
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ muted_at: mute.muted_at, muted_until: mute.muted_until }))
    .execute()

/** Ends the mute of a source. Returns false if it was not muted at this time. */
export async function deleteMute(db: Db, source: string, now: Date): Promise<boolean> {
  const deleted = await db.deleteFrom('muted_sources').where('source', '=', source).returning('muted_until').execute()
  return deleted.some(({ muted_until }) => muted_until > now)
}

/** Whether an alert of this source is stored. */
export const hasAlerts = async (db: Db, source: string): Promise<boolean> =>
  (await db.selectFrom('alerts').select('id').where('source', '=', source).limit(1).executeTakeFirst()) !== undefined

export interface SourceRow {
  readonly source: string
  readonly last_hour_count: number
  readonly total_count: number
  readonly active_count: number
  readonly last_at: Date | null
  readonly muted_until: Date | null
}

/** Returns the muted sources, then the others with the most alerts in the last hour. */
export async function sourceRows(db: Db, now: Date): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    WITH counted AS (
      SELECT source, count(*) AS total_count, count(*) FILTER (WHERE resolved_at IS NULL) AS active_count,
        count(*) FILTER (WHERE created_at > ${now}::timestamptz - interval '1 hour') AS last_hour_count, max(created_at) AS last_at
      FROM alerts WHERE source IS NOT NULL GROUP BY source),
    muted AS (SELECT source, muted_until FROM muted_sources WHERE muted_until > ${now}::timestamptz)
    SELECT source, COALESCE(last_hour_count, 0) AS last_hour_count, COALESCE(total_count, 0) AS total_count,
      COALESCE(active_count, 0) AS active_count, last_at, muted_until
    FROM counted FULL JOIN muted USING (source)
    ORDER BY muted_until IS NULL, last_hour_count DESC NULLS LAST, last_at DESC NULLS LAST, source LIMIT ${SOURCES_MAX}`.execute(
    db,
  )
  return rows
}

/** Deletes the sources of alerts that were raised before this time, and the mutes that have ended. */
export async function deleteOldSources(db: Db, before: Date, now: Date): Promise<void> {
  for (let count = DELETED_AT_ONCE; count === DELETED_AT_ONCE;) {
    const { numAffectedRows = 0n } = await sql`
      UPDATE alerts SET source = NULL WHERE id IN (
        SELECT id FROM alerts WHERE source IS NOT NULL AND created_at < ${before} LIMIT ${DELETED_AT_ONCE})`.execute(db)
    count = Number(numAffectedRows)
  }
  await db.deleteFrom('muted_sources').where('muted_until', '<=', now).execute()
}

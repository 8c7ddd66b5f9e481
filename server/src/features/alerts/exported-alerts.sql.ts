import type { Db } from '#/db/pool.ts'

/** Returns the newest alerts that are active and not muted, oldest first. */
export async function newestActiveIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('id')
    .where('resolved_at', 'is', null)
    .where('is_muted', '=', false)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id).toReversed()
}

/**
 * Returns the newest alerts that are active, not muted and have a location, oldest first.
 * @param limit of alerts of anonymous raisers, and of others, so that neither displace the others
 */
export async function newestLocatedIds(db: Db, limit: number, hasDrills: boolean): Promise<string[]> {
  const located = db
    .selectFrom('alerts')
    .select('id')
    .where('resolved_at', 'is', null)
    .where('is_muted', '=', false)
    .where('latitude', 'is not', null)
    .$if(!hasDrills, (query) => query.where('is_drill', '=', false))
    .orderBy('id', 'desc')
    .limit(limit)
  const rows = [
    ...(await located.where('raised_by', 'is', null).execute()),
    ...(await located.where('raised_by', 'is not', null).execute()),
  ]
  return rows.map(({ id }) => id).toSorted()
}

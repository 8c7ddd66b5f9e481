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

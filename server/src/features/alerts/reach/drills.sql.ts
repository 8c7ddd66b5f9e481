import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Returns the number of active users who are the raiser or a member of one of these groups. */
export async function countParticipants(db: Db, raiserId: string, groupIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users WHERE is_active AND (id = ${raiserId}::uuid OR id IN (
      SELECT user_id FROM alert_group_members WHERE group_id = ANY (${[...groupIds]}::uuid[])))`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Returns the ids of the drills that began before `before`, or after `after`. The age of the latter is unknown, because
 * the clock went back.
 */
export async function oldDrills(db: Db, { before, after }: { readonly before: Date; readonly after: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('id')
    .where('is_drill', '=', true)
    .where((row) => row.or([row('created_at', '<=', before), row('created_at', '>', after)]))
    .execute()
  return rows.map(({ id }) => id)
}

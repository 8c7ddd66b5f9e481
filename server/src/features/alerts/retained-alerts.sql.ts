import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Alerts that were resolved before `before`. An active alert is none of them, and a drill has its own end. */
const resolvedBefore = (before: Date) => sql<boolean>`resolved_at < ${before} AND NOT is_drill`

export async function countResolvedBefore(db: Db, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('alerts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(resolvedBefore(before))
    .executeTakeFirstOrThrow()
  return count
}

export async function idsResolvedBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('alerts').select('id').where(resolvedBefore(before)).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

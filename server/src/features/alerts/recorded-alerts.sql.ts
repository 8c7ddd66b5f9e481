import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

interface GivenAnswer {
  readonly alert_id: string
  readonly user_id: string
  readonly answered_at: Date | null
}

/** Returns when these users answered these alerts. */
export async function answersOf(
  db: Db,
  pairs: readonly { readonly alertId: string; readonly userId: string }[],
): Promise<GivenAnswer[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<GivenAnswer>`
    SELECT l.alert_id, l.user_id, l.answered_at
    FROM unnest(${pairs.map(({ alertId }) => alertId)}::uuid[], ${pairs.map(({ userId }) => userId)}::uuid[]) AS p (alert_id, user_id)
    JOIN alert_ledger l ON l.alert_id = p.alert_id AND l.user_id = p.user_id`.execute(db)
  return rows
}

/** Returns who added each of these files to its alert. Files without a session are missing. */
export async function uploadersOf(db: Db, mediaIds: readonly string[]): Promise<Map<string, string>> {
  if (mediaIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('alert_medias')
    .select(['id', 'uploaded_by'])
    .where(sql<boolean>`id = ANY (${[...mediaIds]}::uuid[])`)
    .execute()
  return new Map(rows.flatMap(({ id, uploaded_by }) => (uploaded_by === null ? [] : [[id, uploaded_by] as const])))
}

/** Returns these decisions about alerts, with the name of a group that an alert was assigned to. */
export async function decisionsById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('alert_decisions as d')
    .leftJoin('alert_groups as g', (join) => join.on('d.subject', '=', 'group').on(sql`g.id::text`, '=', sql`d.value`))
    .select(['d.id', 'd.decided_by', 'd.decided_at', 'd.subject', 'd.value', 'd.note', 'g.name as group_name'])
    .where(sql<boolean>`d.id = ANY (${[...ids]}::uuid[])`)
    .orderBy('d.id')
    .execute()
}

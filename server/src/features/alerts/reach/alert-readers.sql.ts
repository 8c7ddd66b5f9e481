import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { isAdministrator, isInAudience } from '../alerts.sql.ts'

interface Pair {
  readonly alertId: string
  readonly userId: string
}

/** Returns the pairs among these whose user may read the alert, as texts of both ids. */
export async function readersAmong(db: Db, pairs: readonly Pair[]): Promise<Set<string>> {
  if (pairs.length === 0) return new Set()
  const { rows } = await sql<{ alert_id: string; user_id: string }>`
    SELECT p.alert_id, p.user_id
    FROM unnest(${pairs.map(({ alertId }) => alertId)}::uuid[], ${pairs.map(({ userId }) => userId)}::uuid[]) AS p (alert_id, user_id)
    JOIN alerts a ON a.id = p.alert_id
    JOIN users member ON member.id = p.user_id AND member.is_active
    WHERE a.raised_by = p.user_id OR ${isInAudience(sql`p.user_id`)} OR ${isAdministrator(sql`p.user_id`)}`.execute(db)
  return new Set(rows.map((row) => `${row.alert_id} ${row.user_id}`))
}

import { sql } from 'kysely'
import type { ResponderProgress } from '@noroshi/contract/alerts/handling'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'

interface ResponderRow extends PersonRow {
  readonly answered_at: Date | null
  readonly progress: ResponderProgress | null
  /** The user shows themself to the anonymous raiser. */
  readonly is_shown_to_raiser: boolean
}

/** Returns the users who respond to an alert, first answer first. */
export async function respondersOf(db: Db, alertId: string, limit: number): Promise<ResponderRow[]> {
  const { rows } = await sql<ResponderRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id, l.answered_at, l.progress, l.is_shown_to_raiser
    FROM alert_ledger l JOIN users u ON u.id = l.user_id
    WHERE l.alert_id = ${alertId}::uuid AND l.answer = 'responding' ORDER BY l.answered_at, u.id LIMIT ${limit}`.execute(db)
  return rows
}

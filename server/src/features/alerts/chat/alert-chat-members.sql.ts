import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/**
 * Returns the users who take part in the chat of the active alert of a thread: its raiser, the users who respond, and
 * those who have written. Returns no rows for another thread.
 */
export async function alertChatUsers(db: Db, threadId: string) {
  const { rows } = await sql<{ alert_id: string; user_id: string }>`
    WITH alert AS (SELECT id, raised_by FROM alerts WHERE thread_id = ${threadId}::uuid AND resolved_at IS NULL),
    involved AS (
      SELECT raised_by AS id FROM alert
      UNION SELECT l.user_id FROM alert JOIN alert_ledger l ON l.alert_id = alert.id WHERE l.answer = 'responding'
      UNION SELECT sender_id FROM messages WHERE thread_id = ${threadId}::uuid)
    SELECT alert.id AS alert_id, u.id AS user_id FROM alert CROSS JOIN involved JOIN users u ON u.id = involved.id WHERE u.is_active`.execute(
    db,
  )
  return rows
}

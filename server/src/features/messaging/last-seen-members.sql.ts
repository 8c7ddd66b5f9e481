import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface SeenRow {
  readonly user_id: string
  readonly seen_at: Date
}

/** Whether a user shares when they were last here. */
export async function sharesLastSeen(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('shares_last_seen').where('id', '=', userId).executeTakeFirst()
  return user?.shares_last_seen === true
}

/**
 * SQL condition: the users `viewer` and `u` both share when they were last here, and neither blocks the other in their personal
 * thread.
 */
const seeEachOther = sql`viewer.shares_last_seen AND u.shares_last_seen AND u.is_active AND NOT EXISTS (
  SELECT FROM threads t JOIN thread_members blocking ON blocking.thread_id = t.id AND blocking.has_accepted = false
  WHERE t.kind = 'personal' AND t.person_low = LEAST(viewer.id, u.id) AND t.person_high = GREATEST(viewer.id, u.id))`

/** Returns when these users were last here, whose state the viewer may see. */
export async function seenUsers(db: Db, userIds: readonly string[], viewerId: string): Promise<SeenRow[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<SeenRow>`
    SELECT s.user_id, s.seen_at FROM users viewer JOIN users u ON u.id = ANY (${[...userIds]}::uuid[])
    JOIN last_seen s ON s.user_id = u.id
    WHERE viewer.id = ${viewerId}::uuid AND ${seeEachOther}`.execute(db)
  return rows
}

/**
 * Returns when the other members of a thread were last here, whose state the viewer may see: both share it, both have
 * accepted the thread, and neither blocks the other in their personal thread.
 */
export async function seenMembers(db: Db, threadId: string, viewerId: string): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    SELECT s.user_id, s.seen_at FROM thread_members me
    JOIN users viewer ON viewer.id = me.user_id
    JOIN thread_members other ON other.thread_id = me.thread_id AND other.user_id <> me.user_id AND other.has_accepted
    JOIN users u ON u.id = other.user_id
    JOIN last_seen s ON s.user_id = u.id
    WHERE me.thread_id = ${threadId}::uuid AND me.user_id = ${viewerId}::uuid AND me.has_accepted AND ${seeEachOther}
    ORDER BY s.user_id`.execute(db)
  return rows
}

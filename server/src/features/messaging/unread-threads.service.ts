import { sql } from 'kysely'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import type { ThreadSettings } from '@noroshi/contract/messaging/thread-settings'
import type { Db } from '#/db/pool.ts'
import { presentSettings } from './threads.present.ts'
import { ownThread } from './threads.sql.ts'

/** A thread of a user with the number of unread messages. */
export interface UnreadThread {
  readonly unread: number
  /** Name of the group; null in a personal thread. */
  readonly groupName: string | null
  /** The other member of a personal thread. */
  readonly other: { readonly first_name: string; readonly last_name: string }
  /** An unread message mentions the user. */
  readonly isMentioned: boolean
  /** The user's settings; undefined for the default ones. */
  readonly settings: ThreadSettings | undefined
}

/** Returns the unread messages of a user in a thread; null if the user is no member of it. */
export async function unreadThreadOf(db: Db, userId: string, threadId: string): Promise<UnreadThread | null> {
  const row = await ownThread(db, userId, threadId)
  if (!row) return null
  const other = { first_name: row.other_first_name, last_name: row.other_last_name }
  const settings = row.settings ? presentSettings(row.settings) : undefined
  return { unread: row.unread, groupName: row.name, other, isMentioned: row.mention_seq !== null, settings }
}

/** SQL of the watermarks in a thread above which all messages are deleted, and at most UNREAD_MAX, which are looked at. */
const withDeletedOnly = (threadId: string) => sql`
  FROM thread_watermarks w
  JOIN threads t ON t.id = w.thread_id AND t.last_seq > w.seen_seq AND t.last_seq - w.seen_seq <= ${sql.lit(UNREAD_MAX)}
  WHERE w.thread_id = ${threadId}::uuid AND w.message_type = 'normalChat' AND NOT EXISTS (
    SELECT FROM messages m WHERE m.thread_id = w.thread_id AND m.message_type = w.message_type AND m.seq > w.seen_seq
      AND m.deleted_at IS NULL)`

/** Returns the members of a thread whose unread messages are all deleted. */
export async function membersWithDeletedOnly(db: Db, threadId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`SELECT w.user_id ${withDeletedOnly(threadId)}`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Whether the user has unread messages in a thread, which are all deleted. */
export async function hasOnlyDeletedUnread(db: Db, threadId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT ${withDeletedOnly(threadId)} AND w.user_id = ${userId}::uuid`.execute(db)
  return rows.length > 0
}

/** Returns the ids of the members of a thread. */
export async function membersOfThread(db: Db, threadId: string): Promise<string[]> {
  const rows = await db.selectFrom('thread_members').select('user_id').where('thread_id', '=', threadId).execute()
  return rows.map((row) => row.user_id)
}

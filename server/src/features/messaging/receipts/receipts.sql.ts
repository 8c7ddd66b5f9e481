import { sql } from 'kysely'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import { personJson } from '#/features/accounts/people/people.service.ts'
import type { PersonColumns } from '../messaging.sql.ts'

export interface SentMessage {
  readonly thread_id: string
  readonly message_type: string
  readonly seq: number
  readonly sender_id: string
  readonly created_at: Date
  /** One of the two members of a personal thread blocks the other. */
  readonly is_blocked: boolean
  /** The group shows no one who has read this message. */
  readonly hides_seen: boolean
}

/** Returns a message of a thread that the user is a member of. */
export async function sentMessage(db: Db, id: string, userId: string): Promise<SentMessage | undefined> {
  const { rows } = await sql<SentMessage>`
    SELECT m.thread_id, m.message_type, m.seq, m.sender_id, m.created_at, m.seq <= k.hidden_seq OR COALESCE(g.hides_seen, false) AS hides_seen,
      EXISTS (SELECT FROM thread_members b WHERE b.thread_id = m.thread_id AND b.has_accepted = false) AS is_blocked
    FROM messages m
    JOIN thread_members me ON me.thread_id = m.thread_id AND me.user_id = ${userId}::uuid
    JOIN thread_marks k ON k.thread_id = m.thread_id AND k.message_type = m.message_type
    LEFT JOIN thread_groups g ON g.thread_id = m.thread_id
    WHERE m.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export interface ReceiptRow {
  readonly person: PersonColumns
  readonly is_delivered: boolean
  readonly is_seen: boolean
  readonly delivered_at: Date | null
  readonly seen_at: Date | null
}

/**
 * Returns what the active members who were in the thread when the message was sent have received and read. The times are those of
 * the first rise of their watermarks to this message, or of their first message among the next UNREAD_MAX ones, which raises them
 * too; null if the rise may be from a time without receipts. Members of a group who block the sender, or whom the sender blocks,
 * are left out.
 * @param keptSince receipts before it may be deleted
 */
export async function receiptRows(db: Db, message: SentMessage, keptSince: Date): Promise<ReceiptRow[]> {
  const { thread_id: threadId, message_type: type, seq, sender_id: senderId, created_at: sentAt } = message
  const firstRise = (reached: ReturnType<typeof sql>) => sql`(
    SELECT r.at FROM receipts r WHERE r.thread_id = ${threadId}::uuid AND r.message_type = ${type} AND r.user_id = m.user_id
      AND r.delivered_seq >= ${seq} AND ${reached} ORDER BY r.delivered_seq, r.seen_seq LIMIT 1)`
  const timed = sql`GREATEST(m.receipts_since, ${keptSince}) <= ${sentAt}`
  const { rows } = await sql<ReceiptRow>`
    WITH answer AS (
      SELECT sender_id, min(created_at) AS at FROM messages
      WHERE thread_id = ${threadId}::uuid AND message_type = ${type} AND seq > ${seq} AND seq <= ${seq + UNREAD_MAX}
        AND ${keptSince} <= ${sentAt} GROUP BY sender_id)
    SELECT ${personJson('u')} AS person, w.delivered_seq >= ${seq} AS is_delivered, w.seen_seq >= ${seq} AS is_seen,
      CASE WHEN w.delivered_seq >= ${seq} AND ${timed} THEN LEAST(${firstRise(sql`true`)}, answer.at) END AS delivered_at,
      CASE WHEN w.seen_seq >= ${seq} AND ${timed} THEN LEAST(${firstRise(sql`r.seen_seq >= ${seq}`)}, answer.at) END AS seen_at
    FROM thread_members m
    JOIN users u ON u.id = m.user_id AND u.is_active
    JOIN thread_watermarks w ON w.thread_id = m.thread_id AND w.user_id = m.user_id AND w.message_type = ${type}
    LEFT JOIN answer ON answer.sender_id = m.user_id
    WHERE m.thread_id = ${threadId}::uuid AND m.user_id <> ${senderId}::uuid AND m.joined_at <= ${sentAt} AND NOT EXISTS (
      SELECT FROM threads t JOIN thread_members blocking ON blocking.thread_id = t.id AND blocking.has_accepted = false
      WHERE t.kind = 'personal' AND t.id <> m.thread_id
        AND t.person_low = LEAST(m.user_id, ${senderId}::uuid) AND t.person_high = GREATEST(m.user_id, ${senderId}::uuid))
    ORDER BY u.first_name, u.last_name, u.id`.execute(db)
  return rows
}

export const deleteReceiptsBefore = (db: Db, before: Date) => db.deleteFrom('receipts').where('at', '<', before).execute()

/**
 * Hides who has read messages of a group, or shows it for later messages. The caller holds the lock of the thread, so that no
 * message is sent meanwhile.
 */
export async function setHidesSeen(tx: Db, threadId: string, hidesSeen: boolean): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('thread_groups')
    .set({ hides_seen: hidesSeen })
    .where('thread_id', '=', threadId)
    .where('hides_seen', '<>', hidesSeen)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n || hidesSeen) return
  await sql`UPDATE thread_marks k SET hidden_seq = CASE k.message_type WHEN 'asrChat' THEN t.last_radio_seq ELSE t.last_seq END
    FROM threads t WHERE t.id = k.thread_id AND k.thread_id = ${threadId}::uuid`.execute(tx)
}

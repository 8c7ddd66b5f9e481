import { sql } from 'kysely'
import { type Db, prepared } from '#/db/pool.ts'
import { unread, unreadRadio } from './threads.sql.ts'

/** SQL of the number of the last message of the type in the update `a`. */
const lastSeq = sql`CASE a.message_type WHEN 'asrChat' THEN t.last_radio_seq ELSE t.last_seq END`

/** New watermarks of a member in a thread. `seenSeq` is 0 if the messages were only delivered. */
export interface WatermarkUpdate {
  readonly threadId: string
  readonly messageType: string
  readonly deliveredSeq: number
  readonly seenSeq: number
}

/** The user's current watermarks in a thread. */
export interface SeenRow {
  readonly thread_id: string
  readonly message_type: string
  readonly delivered_seq: number
  readonly seen_seq: number
  readonly unread: number
}

/**
 * Raises the user's watermarks, at most to the last message of the thread, and writes an event to the user's devices by one
 * statement, which also stores the time of each rise. Only seen watermarks are emitted: delivered ones change nothing on these devices and would cost a journal row for
 * each recipient of a message. Threads that the user is not a member of are skipped.
 * @returns the threads in which a watermark moved, and whether an event was written
 */
export async function moveWatermarks(
  db: Db,
  userId: string,
  updates: readonly WatermarkUpdate[],
  event: { id: string; room: string },
  at: Date,
) {
  const { rows } = await sql<{ moved: string[] | null; seen: SeenRow[] | null }>`${prepared('move_watermarks')}
    WITH requested AS (
      SELECT thread_id, message_type, max(delivered_seq) AS delivered_seq, max(seen_seq) AS seen_seq
      FROM unnest(${updates.map((update) => update.threadId)}::uuid[], ${updates.map((update) => update.messageType)}::text[],
        ${updates.map((update) => update.deliveredSeq)}::bigint[], ${updates.map((update) => update.seenSeq)}::bigint[])
        AS requested (thread_id, message_type, delivered_seq, seen_seq)
      GROUP BY thread_id, message_type),
    w AS (
      UPDATE thread_watermarks w SET
        delivered_seq = GREATEST(w.delivered_seq, LEAST(a.delivered_seq, ${lastSeq})),
        seen_seq = GREATEST(w.seen_seq, LEAST(a.seen_seq, ${lastSeq}))
      FROM requested a JOIN threads t ON t.id = a.thread_id
      JOIN thread_members me ON me.thread_id = a.thread_id AND me.user_id = ${userId}::uuid
      WHERE w.thread_id = a.thread_id AND w.message_type = a.message_type AND w.user_id = ${userId}::uuid
        AND (w.delivered_seq < LEAST(a.delivered_seq, ${lastSeq}) OR w.seen_seq < LEAST(a.seen_seq, ${lastSeq}))
      RETURNING w.thread_id, w.message_type, w.delivered_seq, w.seen_seq, CASE WHEN w.message_type = 'normalChat' THEN ${unread} ELSE ${unreadRadio} END AS unread,
        a.seen_seq > 0 AND w.seen_seq = LEAST(a.seen_seq, ${lastSeq}) AS is_seen),
    seen AS (SELECT * FROM w WHERE is_seen),
    timed AS (
      INSERT INTO receipts (thread_id, message_type, user_id, delivered_seq, seen_seq, at)
      SELECT thread_id, message_type, ${userId}::uuid, delivered_seq, seen_seq, ${at} FROM w),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT ${event.id}::uuid, 'messages:status_updated_multiple', ARRAY[${event.room}], jsonb_build_object('updates', jsonb_agg(
        jsonb_build_object('MessageThreadId', thread_id, 'messageType', message_type, 'deliveredSeq', delivered_seq, 'seenSeq', seen_seq,
          'unreadMessagesCount', unread))) FROM seen HAVING count(*) > 0)
    SELECT (SELECT json_agg(DISTINCT thread_id) FROM w) AS moved, (SELECT json_agg(seen) FROM seen) AS seen`.execute(db)
  const { moved, seen } = rows[0] ?? {}
  return { moved: moved ?? [], hasEvent: (seen ?? []).length > 0 }
}

export interface WatermarkRow {
  readonly thread_id: string
  readonly message_type: string
  readonly delivered_seq: number
  readonly seen_seq: number
}

/**
 * SQL of what the members of a thread may know of their lowest seen watermark: nothing in a group that hides it, nor of messages
 * from such a time until all have read a later one.
 */
const shownSeen = sql`CASE WHEN g.hides_seen OR least.seen_seq <= k.hidden_seq THEN 0 ELSE least.seen_seq END`

/**
 * Raises the watermarks of all members to the lowest of their active members. They never fall, also when a member is reactivated.
 * A thread with a block keeps its watermarks, so that neither member learns what the other has seen.
 * @returns the watermarks that rose
 */
export async function raiseWatermarks(tx: Db, threadIds: readonly string[]): Promise<WatermarkRow[]> {
  const { rows } = await sql<WatermarkRow>`
    UPDATE thread_marks k SET delivered_seq = GREATEST(k.delivered_seq, least.delivered_seq), seen_seq = GREATEST(k.seen_seq, ${shownSeen})
    FROM (
      SELECT thread_id, message_type, min(delivered_seq) AS delivered_seq, min(seen_seq) AS seen_seq
      FROM thread_watermarks JOIN users u ON u.id = user_id AND u.is_active
      WHERE thread_id = ANY (${[...threadIds]}::uuid[]) GROUP BY thread_id, message_type) least
    LEFT JOIN thread_groups g ON g.thread_id = least.thread_id
    WHERE k.thread_id = least.thread_id AND k.message_type = least.message_type
      AND (k.delivered_seq < least.delivered_seq OR k.seen_seq < ${shownSeen})
      AND NOT EXISTS (SELECT FROM thread_members b WHERE b.thread_id = k.thread_id AND b.has_accepted = false)
    RETURNING k.thread_id, k.message_type, k.delivered_seq, k.seen_seq`.execute(tx)
  return rows
}

/** Returns threads whose watermarks of all members are behind because of a crash. */
export async function threadsWithMissedWatermarks(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ thread_id: string }>`
    SELECT DISTINCT k.thread_id FROM thread_marks k JOIN (
      SELECT thread_id, message_type, min(delivered_seq) AS delivered_seq, min(seen_seq) AS seen_seq
      FROM thread_watermarks JOIN users u ON u.id = user_id AND u.is_active GROUP BY thread_id, message_type) least USING (thread_id, message_type)
    LEFT JOIN thread_groups g USING (thread_id)
    WHERE (k.delivered_seq < least.delivered_seq OR k.seen_seq < ${shownSeen})
      AND NOT EXISTS (SELECT FROM thread_members b WHERE b.thread_id = k.thread_id AND b.has_accepted = false)
    LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.thread_id)
}

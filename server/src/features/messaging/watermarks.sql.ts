import { sql } from 'kysely'
import { type Db, prepared } from '#/db/pool.ts'
import { unread } from './threads.sql.ts'

/** How far somebody came in a thread; null: to its end at this moment, or not at all (`seenSeq` of what was only delivered: 0). */
export interface Reached {
  readonly threadId: string
  readonly messageType: string
  readonly deliveredSeq: number | null
  readonly seenSeq: number | null
}

/** One's own seen mark as it is now. */
export interface SeenRow {
  readonly thread_id: string
  readonly message_type: string
  readonly delivered_seq: number
  readonly seen_seq: number
  readonly unread: number
}

/**
 * Moves one's own watermarks, up alone and never above the thread's end, and logs what one's own devices are to know, in one statement:
 * how far one saw. What was only delivered changes nothing on them, and would be a row of the log for each recipient of a message.
 * Threads that one is not in are passed over. `moved`: in which threads anything moved.
 */
export async function moveWatermarks(db: Db, userId: string, reached: readonly Reached[], event: { id: string; room: string }) {
  const { rows } = await sql<{ moved: string[] | null; seen: SeenRow[] | null; horizon: string }>`${prepared('move_watermarks')}
    WITH asked AS (
      SELECT thread_id, message_type, max(COALESCE(delivered_seq, ${END})) AS delivered_seq, max(COALESCE(seen_seq, ${END})) AS seen_seq
      FROM unnest(${reached.map((one) => one.threadId)}::uuid[], ${reached.map((one) => one.messageType)}::text[],
        ${reached.map((one) => one.deliveredSeq)}::bigint[], ${reached.map((one) => one.seenSeq)}::bigint[])
        AS asked (thread_id, message_type, delivered_seq, seen_seq)
      GROUP BY thread_id, message_type),
    w AS (
      UPDATE thread_watermarks w SET
        delivered_seq = GREATEST(w.delivered_seq, LEAST(a.delivered_seq, t.last_seq)),
        seen_seq = GREATEST(w.seen_seq, LEAST(a.seen_seq, t.last_seq))
      FROM asked a JOIN threads t ON t.id = a.thread_id
      WHERE w.thread_id = a.thread_id AND w.message_type = a.message_type AND w.user_id = ${userId}::uuid
        AND (w.delivered_seq < LEAST(a.delivered_seq, t.last_seq) OR w.seen_seq < LEAST(a.seen_seq, t.last_seq))
      RETURNING w.thread_id, w.message_type, w.delivered_seq, w.seen_seq, CASE WHEN w.message_type = 'normalChat' THEN ${unread} ELSE 0 END AS unread,
        a.seen_seq > 0 AND w.seen_seq = LEAST(a.seen_seq, t.last_seq) AS is_seen),
    seen AS (SELECT * FROM w WHERE is_seen),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT ${event.id}::uuid, 'messages:status_updated_multiple', ARRAY[${event.room}], jsonb_build_object('updates', jsonb_agg(
        jsonb_build_object('MessageThreadId', thread_id, 'messageType', message_type, 'deliveredSeq', delivered_seq, 'seenSeq', seen_seq,
          'unreadMessagesCount', unread))) FROM seen HAVING count(*) > 0)
    SELECT (SELECT json_agg(DISTINCT thread_id) FROM w) AS moved, (SELECT json_agg(seen) FROM seen) AS seen,
      pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`.execute(db)
  const { moved, seen, horizon = '' } = rows[0] ?? {}
  return { moved: moved ?? [], seen: seen ?? [], horizon }
}

/** Above any place in any thread. */
const END = sql.lit(Number.MAX_SAFE_INTEGER)

export interface MarkRow {
  readonly thread_id: string
  readonly message_type: string
  readonly delivered_seq: number
  readonly seen_seq: number
}

/**
 * Brings what all members have got and seen up to the least of their watermarks; who is deactivated is not waited for, and what rose stays
 * so when they come back. Returns what rose. Where one of two blocks the other
 * it stays as it was: neither learns of the other.
 */
export async function raiseMarks(tx: Db, threadIds: readonly string[]): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    UPDATE thread_marks k SET delivered_seq = GREATEST(k.delivered_seq, least.delivered_seq), seen_seq = GREATEST(k.seen_seq, least.seen_seq)
    FROM (
      SELECT thread_id, message_type, min(delivered_seq) AS delivered_seq, min(seen_seq) AS seen_seq
      FROM thread_watermarks JOIN users u ON u.id = user_id AND u.is_active
      WHERE thread_id = ANY (${[...threadIds]}::uuid[]) GROUP BY thread_id, message_type) least
    WHERE k.thread_id = least.thread_id AND k.message_type = least.message_type
      AND (k.delivered_seq < least.delivered_seq OR k.seen_seq < least.seen_seq)
      AND NOT EXISTS (SELECT FROM thread_members b WHERE b.thread_id = k.thread_id AND b.has_accepted = false)
    RETURNING k.thread_id, k.message_type, k.delivered_seq, k.seen_seq`.execute(tx)
  return rows
}

/** Threads whose marks a crash left behind the watermarks. */
export async function threadsLeftBehind(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ thread_id: string }>`
    SELECT DISTINCT k.thread_id FROM thread_marks k JOIN (
      SELECT thread_id, message_type, min(delivered_seq) AS delivered_seq, min(seen_seq) AS seen_seq
      FROM thread_watermarks JOIN users u ON u.id = user_id AND u.is_active GROUP BY thread_id, message_type) least USING (thread_id, message_type)
    WHERE (k.delivered_seq < least.delivered_seq OR k.seen_seq < least.seen_seq)
      AND NOT EXISTS (SELECT FROM thread_members b WHERE b.thread_id = k.thread_id AND b.has_accepted = false)
    LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.thread_id)
}

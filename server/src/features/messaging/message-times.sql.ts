import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/**
 * Returns the seq of the first message of a thread at or after a time, or one above the last message. It halves the range of seqs,
 * because an index of times would cost each send more than this costs a reader. It is approximate where the clock went back.
 */
export async function seqAt(db: Db, threadId: string, messageType: string, at: Date): Promise<number> {
  const ofThread = sql`m.thread_id = ${threadId}::uuid AND m.message_type = ${messageType}`
  const { rows } = await sql<{ low: number }>`
    WITH RECURSIVE halves (low, high) AS (
      SELECT 1::bigint, COALESCE((SELECT m.seq FROM messages m WHERE ${ofThread} ORDER BY m.seq DESC LIMIT 1), 0) + 1
      UNION ALL
      SELECT CASE WHEN middle.created_at < ${at} THEN middle.seq + 1 ELSE h.low END,
        CASE WHEN middle.created_at < ${at} THEN h.high ELSE (h.low + h.high) / 2 END
      FROM halves h CROSS JOIN LATERAL (
        SELECT m.seq, m.created_at FROM messages m WHERE ${ofThread} AND m.seq >= (h.low + h.high) / 2 ORDER BY m.seq LIMIT 1) middle
      WHERE h.low < h.high)
    SELECT low FROM halves WHERE low >= high`.execute(db)
  return rows[0]?.low ?? 1
}

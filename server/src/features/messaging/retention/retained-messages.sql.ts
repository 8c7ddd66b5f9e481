import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** The messages that have a retention. Those of alerts end with their alert. */
export type RetainedType = 'normalChat' | 'asrChat'

/** The messages of a type that are older than `before`. */
export interface OldMessages {
  readonly type: RetainedType
  readonly before: Date
}

export async function countOldMessages(db: Db, { type, before }: OldMessages): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('message_type', '=', type)
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns threads whose first message is old, in any order, so that one that fails does not hold up the others. It reads one message
 * of each thread, by its number.
 */
export async function threadsWithOldMessages(db: Db, { type, before }: OldMessages, limit: number): Promise<string[]> {
  const { rows } = await sql<{ thread_id: string }>`
    SELECT k.thread_id FROM thread_marks k CROSS JOIN LATERAL (
      SELECT created_at FROM messages m
      WHERE m.thread_id = k.thread_id AND m.message_type = k.message_type AND m.seq > k.removed_seq ORDER BY m.seq LIMIT 1) first
    WHERE k.message_type = ${type} AND first.created_at < ${before} ORDER BY random() LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.thread_id)
}

interface Place {
  readonly id: string
  readonly thread_id: string
}

/** Returns the first old messages of threads, by thread and in the order of their numbers. */
export async function oldMessagesOf(
  db: Db,
  threadIds: readonly string[],
  { type, before }: OldMessages,
  limit: number,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT m.id, m.thread_id FROM unnest(${[...threadIds]}::uuid[]) WITH ORDINALITY AS t (id, position) CROSS JOIN LATERAL (
      SELECT id, thread_id, seq, created_at FROM messages
      WHERE thread_id = t.id AND message_type = ${type} ORDER BY seq LIMIT ${limit}) m
    WHERE m.created_at < ${before} ORDER BY t.position, m.seq LIMIT ${limit}`.execute(db)
  return rows
}

/** Returns the first messages of a thread, in their order. */
export const firstMessages = (tx: Db, threadId: string, type: RetainedType, limit: number) =>
  tx
    .selectFrom('messages')
    .select(['id', 'seq', 'created_at'])
    .where('thread_id', '=', threadId)
    .where('message_type', '=', type)
    .orderBy('seq')
    .limit(limit)
    .execute()

export async function filesOfMessages(tx: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('files')
    .select('id')
    .where('parent_kind', '=', 'message')
    .where('parent_id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes messages. Foreign keys delete what belongs to them, and empty the replies' references to them. */
export const deleteMessageRows = (tx: Db, ids: readonly string[]) =>
  tx
    .deleteFrom('messages')
    .where('id', 'in', [...ids])
    .execute()

/** Records that the messages up to `seq` are removed. They count as read. */
export async function markRemoved(tx: Db, threadId: string, type: RetainedType, seq: number): Promise<void> {
  await sql`UPDATE thread_marks SET removed_seq = ${seq} WHERE thread_id = ${threadId}::uuid AND message_type = ${type}`.execute(
    tx,
  )
  await sql`UPDATE thread_watermarks SET delivered_seq = GREATEST(delivered_seq, ${seq}), seen_seq = ${seq}
    WHERE thread_id = ${threadId}::uuid AND message_type = ${type} AND seen_seq < ${seq}`.execute(tx)
}

/**
 * Removes messages of a locked thread from the stored events, so that no catch-up has their content: as the message of an event, as
 * a quote, and as the latest message of a thread.
 */
export async function removeFromEvents(tx: Db, messageIds: readonly string[]): Promise<void> {
  const ids = sql`${[...messageIds]}::text[]`
  const ofMessage = sql`name IN ('messages:new_message', 'messages:updated')`
  await sql`DELETE FROM events WHERE ${ofMessage} AND payload ->> 'id' = ANY (${ids})`.execute(tx)
  await sql`UPDATE events SET payload = CASE
      WHEN payload -> 'quote' ->> 'id' = ANY (${ids}) THEN payload - 'quote'
      WHEN payload -> 'latestMessage' ->> 'id' = ANY (${ids}) THEN payload || '{"latestMessage": null}'
      ELSE payload #- '{latestMessage,quote}' END
    WHERE ${ofMessage} AND payload -> 'quote' ->> 'id' = ANY (${ids})
      OR name LIKE 'message-threads:%' AND (payload -> 'latestMessage' ->> 'id' = ANY (${ids})
        OR payload -> 'latestMessage' -> 'quote' ->> 'id' = ANY (${ids}))`.execute(tx)
}

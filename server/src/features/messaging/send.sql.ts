import { type RawBuilder, sql } from 'kysely'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { type Db, prepared } from '#/db/pool.ts'
import type { NewRow } from './messaging.sql.ts'

/** The event of a message without the fields that the statement computes. */
export interface MessageEvent {
  readonly eventId: string
  readonly rooms: readonly string[]
  readonly payload: Omit<Message, 'seq'>
}

/** The event to the sender when their reply accepts the thread. */
export interface AcceptanceEvent {
  readonly eventId: string
  readonly room: string
}

export interface InsertedChat {
  readonly seq: number
  readonly recipient_id: string | null
  /** The message is a reply that accepted the thread. */
  readonly accepts: boolean
  /** The sender had not seen all earlier messages, so that the watermarks of all members may rise. */
  readonly was_behind: boolean
}

export interface NewChat {
  readonly row: NewRow
  readonly event: MessageEvent
  readonly acceptance: AcceptanceEvent
}

/**
 * SQL condition: the sender may write to the thread `now`. The watermark `w` exists only for members. The thread of an alert has
 * no rows of members; the caller has checked the right (decisions/0059).
 */
const mayWrite = (messageType: RawBuilder<unknown>) =>
  sql`(w.user_id IS NOT NULL OR (now.kind = 'alert' AND ${messageType} = 'alertChat'))`

/**
 * Inserts a chat message by one statement, which also checks the right to write, assigns the `seq`, moves the sender's
 * watermarks, accepts the thread if the message is a reply, and writes the events. The statement reads the sender's membership
 * before it gets the lock of the thread; it therefore compares the thread's version, which every block and every change of
 * members raises.
 * @returns undefined if the sender may not write or the thread changed during the wait for its lock; nothing is written then
 * @throws a unique violation of `messages_by_client` when the client sends the same `clientId` again; no `seq` is used then.
 */
export async function insertChat(db: Db, { row, event, acceptance }: NewChat): Promise<InsertedChat | undefined> {
  const { rows } = await sql<InsertedChat>`${prepared('send_chat')}
    WITH sender AS (
      SELECT m.user_id IS NOT NULL AND m.has_accepted IS NULL AS accepts, w.seen_seq, now.version FROM threads now
      LEFT JOIN thread_members m ON m.thread_id = now.id AND m.user_id = ${row.sender_id}::uuid
      LEFT JOIN thread_watermarks w ON w.thread_id = m.thread_id AND w.user_id = m.user_id AND w.message_type = ${row.message_type}
      WHERE now.id = ${row.thread_id}::uuid AND ${mayWrite(sql`${row.message_type}`)}
        AND NOT EXISTS (SELECT FROM thread_members b WHERE b.thread_id = ${row.thread_id}::uuid AND b.has_accepted = false)),
    thread AS (
      UPDATE threads t SET last_seq = t.last_seq + 1 FROM sender
      WHERE t.id = ${row.thread_id}::uuid AND t.version = sender.version
      RETURNING t.last_seq, sender.seen_seq, sender.accepts,
        CASE WHEN t.person_low = ${row.sender_id}::uuid THEN t.person_high ELSE t.person_low END AS recipient_id),
    message AS (
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, latitude, longitude, message_at, client_id, files_hash, grams,
        created_at, updated_at)
      SELECT ${row.id}::uuid, ${row.thread_id}::uuid, last_seq, ${row.sender_id}::uuid, ${row.message_type}, ${row.text}, ${row.latitude}::float8,
        ${row.longitude}::float8, ${row.message_at}::timestamptz, ${row.client_id}::uuid, ${row.files_hash}::bytea, ${row.grams},
        ${row.created_at}::timestamptz, ${row.updated_at}::timestamptz
      FROM thread RETURNING seq),
    mark AS (
      UPDATE thread_watermarks w SET delivered_seq = GREATEST(w.delivered_seq, last_seq), seen_seq = GREATEST(w.seen_seq, last_seq) FROM thread
      WHERE w.thread_id = ${row.thread_id}::uuid AND w.user_id = ${row.sender_id}::uuid AND w.message_type = ${row.message_type}),
    accepted AS (
      UPDATE thread_members m SET has_accepted = true, updated_at = ${row.created_at} FROM thread
      WHERE accepts AND m.has_accepted IS NULL AND m.thread_id = ${row.thread_id}::uuid AND m.user_id = ${row.sender_id}::uuid),
    acceptance_logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT ${acceptance.eventId}::uuid, 'membership:changed', ARRAY[${acceptance.room}], '{}'::jsonb FROM thread WHERE accepts),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT ${event.eventId}::uuid, 'messages:new_message', ${[...event.rooms]}::text[], ${JSON.stringify(event.payload)}::jsonb
        || jsonb_build_object('seq', last_seq, 'isGroupMessage', recipient_id IS NULL, 'userId', array_remove(ARRAY[recipient_id], NULL))
      FROM thread)
    SELECT message.seq, recipient_id, accepts, COALESCE(seen_seq < message.seq - 1, false) AS was_behind
    FROM message, thread`.execute(db)
  return rows[0]
}

/**
 * Inserts several chat messages without files by one statement and one commit. Each has the conditions of `insertChat`; `seq`
 * follows the order of `chats`. It skips senders who may not write, messages with a known `clientId`, and threads that are locked
 * or changed, so that no message waits for another thread. The caller passes the skipped messages to `insertChat`, which reports
 * the reason.
 * @returns the inserted messages by id
 */
export async function insertChats(db: Db, chats: readonly NewChat[]): Promise<Map<string, InsertedChat>> {
  const given = JSON.stringify(
    chats.map(({ row, event, acceptance }, position) => ({
      ...row,
      position,
      event_id: event.eventId,
      rooms: event.rooms,
      payload: event.payload,
      acceptance_id: acceptance.eventId,
      acceptance_room: acceptance.room,
    })),
  )
  const { rows } = await sql<InsertedChat & { id: string }>`${prepared('send_chats')}
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS g (position integer, id uuid, thread_id uuid, sender_id uuid, message_type text, text text,
        latitude float8, longitude float8, message_at timestamptz, client_id uuid, grams text, created_at timestamptz, event_id uuid, rooms text[],
        payload jsonb, acceptance_id uuid, acceptance_room text)),
    free AS MATERIALIZED (
      SELECT id, version FROM threads WHERE id IN (SELECT thread_id FROM given) FOR NO KEY UPDATE SKIP LOCKED),
    sender AS MATERIALIZED (
      SELECT g.*, m.user_id IS NOT NULL AND m.has_accepted IS NULL AS undecided, w.seen_seq, row_number() OVER (PARTITION BY g.thread_id ORDER BY g.position) AS nth,
        row_number() OVER (PARTITION BY g.thread_id, g.sender_id ORDER BY g.position) AS nth_own
      FROM given g
      JOIN free ON free.id = g.thread_id
      JOIN threads now ON now.id = g.thread_id AND now.version = free.version
      LEFT JOIN thread_members m ON m.thread_id = g.thread_id AND m.user_id = g.sender_id
      LEFT JOIN thread_watermarks w ON w.thread_id = m.thread_id AND w.user_id = m.user_id AND w.message_type = g.message_type
      WHERE ${mayWrite(sql`g.message_type`)}
        AND NOT EXISTS (SELECT FROM thread_members b WHERE b.thread_id = g.thread_id AND b.has_accepted = false)
        AND NOT EXISTS (SELECT FROM messages old WHERE old.sender_id = g.sender_id AND old.client_id = g.client_id)),
    thread AS (
      UPDATE threads t SET last_seq = t.last_seq + s.count FROM (SELECT thread_id, count(*) AS count FROM sender GROUP BY thread_id) s
      WHERE t.id = s.thread_id RETURNING t.id, t.last_seq - s.count AS seq_before, t.person_low, t.person_high),
    numbered AS MATERIALIZED (
      SELECT sender.*, seq_before + nth AS seq, undecided AND nth_own = 1 AS accepts,
        CASE WHEN person_low = sender_id THEN person_high ELSE person_low END AS recipient_id
      FROM sender JOIN thread ON thread.id = sender.thread_id),
    message AS (
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, latitude, longitude, message_at, client_id, grams, created_at, updated_at)
      SELECT id, thread_id, seq, sender_id, message_type, text, latitude, longitude, message_at, client_id, grams, created_at, created_at FROM numbered),
    mark AS (
      UPDATE thread_watermarks w SET delivered_seq = GREATEST(w.delivered_seq, p.seq), seen_seq = GREATEST(w.seen_seq, p.seq)
      FROM (SELECT thread_id, sender_id, message_type, max(seq) AS seq FROM numbered GROUP BY thread_id, sender_id, message_type) p
      WHERE w.thread_id = p.thread_id AND w.user_id = p.sender_id AND w.message_type = p.message_type),
    accepted AS (
      UPDATE thread_members m SET has_accepted = true, updated_at = p.created_at FROM numbered p
      WHERE p.accepts AND m.has_accepted IS NULL AND m.thread_id = p.thread_id AND m.user_id = p.sender_id),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT event_id, 'messages:new_message', rooms, payload
        || jsonb_build_object('seq', seq, 'isGroupMessage', recipient_id IS NULL, 'userId', array_remove(ARRAY[recipient_id], NULL))
      FROM numbered
      UNION ALL SELECT acceptance_id, 'membership:changed', ARRAY[acceptance_room], '{}'::jsonb FROM numbered WHERE accepts)
    SELECT id, seq, recipient_id, accepts, COALESCE(seen_seq < seq - 1, false) AS was_behind
    FROM numbered`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

import { sql } from 'kysely'
import { type Db, prepared } from '#/db/pool.ts'
import { insertInto, type MessageEvent, type NewRow } from './messaging.sql.ts'

/** The person's own event, where a reply accepts the thread. */
export interface AcceptanceEvent {
  readonly eventId: string
  readonly room: string
}

export interface ChatWritten {
  readonly seq: number
  readonly horizon: string
  readonly recipient_id: string | null
  /** A reply accepted the thread. */
  readonly accepts: boolean
  /** The sender had not seen all before it, so that what everybody saw may rise. */
  readonly was_behind: boolean
}

export interface NewChat {
  readonly row: NewRow
  readonly event: MessageEvent
  readonly acceptance: AcceptanceEvent
}

/**
 * A chat message in one statement: the right to write, the place, the message, how far its sender is, the acceptance that lies in a
 * reply, and the events. Undefined where the sender may not write, or who is in the thread changed while this waited for its row; then
 * nothing was written. What is known of the sender is older than the lock; every block and every change of members raises the version.
 * @throws a unique violation of `messages_by_client` when the sender's device repeats itself; the place is then not used up.
 */
export async function insertChat(db: Db, { row, event, acceptance }: NewChat): Promise<ChatWritten | undefined> {
  const { rows } = await sql<ChatWritten>`${prepared('send_chat')}
    WITH sender AS (
      SELECT m.has_accepted, w.seen_seq, now.version FROM thread_members m
      JOIN threads now ON now.id = m.thread_id
      JOIN thread_watermarks w ON w.thread_id = m.thread_id AND w.user_id = m.user_id AND w.message_type = ${row.message_type}
      WHERE m.thread_id = ${row.thread_id}::uuid AND m.user_id = ${row.sender_id}::uuid
        AND NOT EXISTS (SELECT FROM thread_members b WHERE b.thread_id = ${row.thread_id}::uuid AND b.has_accepted = false)),
    thread AS (
      UPDATE threads t SET last_seq = t.last_seq + 1 FROM sender
      WHERE t.id = ${row.thread_id}::uuid AND t.version = sender.version
      RETURNING t.last_seq, sender.seen_seq, sender.has_accepted IS NULL AS accepts,
        CASE WHEN t.person_low = ${row.sender_id}::uuid THEN t.person_high ELSE t.person_low END AS recipient_id),
    message AS (${insertInto(row, sql`thread`)}),
    mark AS (
      UPDATE thread_watermarks w SET delivered_seq = GREATEST(w.delivered_seq, last_seq), seen_seq = GREATEST(w.seen_seq, last_seq) FROM thread
      WHERE w.thread_id = ${row.thread_id}::uuid AND w.user_id = ${row.sender_id}::uuid AND w.message_type = ${row.message_type}),
    accepted AS (
      UPDATE thread_members m SET has_accepted = true, updated_at = ${row.created_at} FROM thread
      WHERE accepts AND m.has_accepted IS NULL AND m.thread_id = ${row.thread_id}::uuid AND m.user_id = ${row.sender_id}::uuid),
    told AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT ${acceptance.eventId}::uuid, 'membership:changed', ARRAY[${acceptance.room}], '{}'::jsonb FROM thread WHERE accepts),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT ${event.eventId}::uuid, 'messages:new_message', ${[...event.rooms]}::text[], ${JSON.stringify(event.payload)}::jsonb
        || jsonb_build_object('seq', last_seq, 'isGroupMessage', recipient_id IS NULL, 'userId', array_remove(ARRAY[recipient_id], NULL))
      FROM thread)
    SELECT message.seq, recipient_id, accepts, seen_seq < message.seq - 1 AS was_behind,
      pg_snapshot_xmin(pg_current_snapshot())::text AS horizon
    FROM message, thread`.execute(db)
  return rows[0]
}

/**
 * Several chat messages, without files, in one statement and one commit; each under the conditions of `insertChat`, places in the order in
 * which they are given. By the id of each that was written. Left out, for `insertChat` to say why: whoever may not write, what was
 * written before under its `clientId`, and threads whose row somebody holds or changed meanwhile: no message waits for another's thread.
 */
export async function insertChats(db: Db, chats: readonly NewChat[]): Promise<Map<string, ChatWritten>> {
  const given = JSON.stringify(
    chats.map(({ row, event, acceptance }, place) => ({
      ...row,
      place,
      event_id: event.eventId,
      rooms: event.rooms,
      payload: event.payload,
      acceptance_id: acceptance.eventId,
      acceptance_room: acceptance.room,
    })),
  )
  const { rows } = await sql<ChatWritten & { id: string }>`${prepared('send_chats')}
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS g (place integer, id uuid, thread_id uuid, sender_id uuid, message_type text, text text,
        latitude float8, longitude float8, message_at timestamptz, client_id uuid, grams text, created_at timestamptz, event_id uuid, rooms text[],
        payload jsonb, acceptance_id uuid, acceptance_room text)),
    free AS MATERIALIZED (
      SELECT id, version FROM threads WHERE id IN (SELECT thread_id FROM given) FOR NO KEY UPDATE SKIP LOCKED),
    sender AS MATERIALIZED (
      SELECT g.*, m.has_accepted IS NULL AS undecided, w.seen_seq, row_number() OVER (PARTITION BY g.thread_id ORDER BY g.place) AS nth,
        row_number() OVER (PARTITION BY g.thread_id, g.sender_id ORDER BY g.place) AS nth_own
      FROM given g
      JOIN free ON free.id = g.thread_id
      JOIN threads now ON now.id = g.thread_id AND now.version = free.version
      JOIN thread_members m ON m.thread_id = g.thread_id AND m.user_id = g.sender_id
      JOIN thread_watermarks w ON w.thread_id = m.thread_id AND w.user_id = m.user_id AND w.message_type = g.message_type
      WHERE NOT EXISTS (SELECT FROM thread_members b WHERE b.thread_id = g.thread_id AND b.has_accepted = false)
        AND NOT EXISTS (SELECT FROM messages old WHERE old.sender_id = g.sender_id AND old.client_id = g.client_id)),
    thread AS (
      UPDATE threads t SET last_seq = t.last_seq + s.count FROM (SELECT thread_id, count(*) AS count FROM sender GROUP BY thread_id) s
      WHERE t.id = s.thread_id RETURNING t.id, t.last_seq - s.count AS seq_before, t.person_low, t.person_high),
    placed AS MATERIALIZED (
      SELECT sender.*, seq_before + nth AS seq, undecided AND nth_own = 1 AS accepts,
        CASE WHEN person_low = sender_id THEN person_high ELSE person_low END AS recipient_id
      FROM sender JOIN thread ON thread.id = sender.thread_id),
    message AS (
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, latitude, longitude, message_at, client_id, grams, created_at, updated_at)
      SELECT id, thread_id, seq, sender_id, message_type, text, latitude, longitude, message_at, client_id, grams, created_at, created_at FROM placed),
    mark AS (
      UPDATE thread_watermarks w SET delivered_seq = GREATEST(w.delivered_seq, p.seq), seen_seq = GREATEST(w.seen_seq, p.seq)
      FROM (SELECT thread_id, sender_id, message_type, max(seq) AS seq FROM placed GROUP BY thread_id, sender_id, message_type) p
      WHERE w.thread_id = p.thread_id AND w.user_id = p.sender_id AND w.message_type = p.message_type),
    accepted AS (
      UPDATE thread_members m SET has_accepted = true, updated_at = p.created_at FROM placed p
      WHERE p.accepts AND m.has_accepted IS NULL AND m.thread_id = p.thread_id AND m.user_id = p.sender_id),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT event_id, 'messages:new_message', rooms, payload
        || jsonb_build_object('seq', seq, 'isGroupMessage', recipient_id IS NULL, 'userId', array_remove(ARRAY[recipient_id], NULL))
      FROM placed
      UNION ALL SELECT acceptance_id, 'membership:changed', ARRAY[acceptance_room], '{}'::jsonb FROM placed WHERE accepts)
    SELECT id, seq, recipient_id, accepts, seen_seq < seq - 1 AS was_behind, pg_snapshot_xmin(pg_current_snapshot())::text AS horizon
    FROM placed`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

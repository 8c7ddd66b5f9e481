import { sql } from 'kysely'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { type Db, prepared } from '#/db/pool.ts'
import { givenMessages, insertMessages, type NewRow } from './message-columns.ts'

export interface NewChat {
  readonly row: NewRow
  /** The version in which the payload quotes another message; null without a quote. */
  readonly quotedVersion: number | null
  readonly event: {
    readonly id: string
    readonly rooms: readonly string[]
    /** The message. The statement replaces the fields that it assigns: `seq`, `isGroupMessage` and `userId`. */
    readonly payload: Message
  }
  /** The event to the sender when their reply accepts the thread. */
  readonly acceptance: { readonly id: string; readonly room: string }
}

export interface InsertedChat {
  /** The message as its event has it. */
  readonly payload: Message
  readonly recipient_id: string | null
  /** The sender had not seen all earlier messages, so that the watermarks of all members may rise. */
  readonly was_behind: boolean
}

/** SQL types of what the statement needs besides the columns of the messages. */
const EVENT_TYPES = {
  position: 'integer',
  quoted_version: 'integer',
  event_id: 'uuid',
  rooms: 'text[]',
  payload: 'jsonb',
  acceptance_id: 'uuid',
  acceptance_room: 'text',
}

const given = (chats: readonly NewChat[]) =>
  givenMessages(
    chats.map(({ row, quotedVersion, event, acceptance }, position) => ({
      ...row,
      position,
      quoted_version: quotedVersion,
      event_id: event.id,
      rooms: event.rooms,
      payload: event.payload,
      acceptance_id: acceptance.id,
      acceptance_room: acceptance.room,
    })),
    EVENT_TYPES,
  )

/**
 * A single message waits for the lock of its thread. A batch skips locked threads, so that no message waits for another thread.
 * PostgreSQL plans for a hundred messages unless there is a limit.
 */
const MODES = {
  single: { name: 'send_chat', limit: sql`LIMIT 1`, lock: sql`FOR NO KEY UPDATE` },
  batch: { name: 'send_chats', limit: sql``, lock: sql`FOR NO KEY UPDATE SKIP LOCKED` },
}

/**
 * Inserts chat messages by one statement, which also checks the right to write, assigns `seq` in the order of `chats`, moves the
 * watermarks of the senders, accepts the thread of a reply, and writes the events. It skips senders who may not write, messages
 * with a known `clientId`, and threads that changed since the statement began: it reads memberships before it gets the lock of the
 * thread, and therefore compares the version of the thread, which every block, every change of members and every edit and deletion
 * of a message raises. For the same reason it skips a reply whose payload quotes another version than the current one. The thread of an
 * alert has no members; the caller has checked the right (decisions/0202).
 * @returns the inserted messages by id
 * @throws a unique violation of `messages_by_client` when the client sends the same `clientId` at the same time
 */
async function insert(db: Db, chats: readonly NewChat[], mode: keyof typeof MODES): Promise<ReadonlyMap<string, InsertedChat>> {
  const { name, limit, lock } = MODES[mode]
  const { rows } = await sql<InsertedChat & { id: string }>`${prepared(name)}
    WITH given AS MATERIALIZED (SELECT * FROM ${given(chats)} ${limit}),
    free AS MATERIALIZED (SELECT id, version FROM threads WHERE id IN (SELECT thread_id FROM given) ${lock}),
    sender AS MATERIALIZED (
      SELECT g.*, m.user_id IS NOT NULL AND m.has_accepted IS NULL AS accepts, w.seen_seq, row_number() OVER (PARTITION BY g.thread_id ORDER BY g.position) AS nth
      FROM given g
      JOIN free ON free.id = g.thread_id
      JOIN threads now ON now.id = g.thread_id AND now.version = free.version
      LEFT JOIN thread_members m ON m.thread_id = g.thread_id AND m.user_id = g.sender_id
      LEFT JOIN thread_watermarks w ON w.thread_id = m.thread_id AND w.user_id = m.user_id AND w.message_type = g.message_type
      WHERE (w.user_id IS NOT NULL OR (now.kind = 'alert' AND g.message_type = 'alertChat'))
        AND NOT EXISTS (SELECT FROM thread_members b WHERE b.thread_id = g.thread_id AND b.has_accepted = false)
        AND (g.reply_to_id IS NULL OR EXISTS (SELECT FROM messages q WHERE q.id = g.reply_to_id AND q.version = g.quoted_version))
        AND NOT EXISTS (SELECT FROM messages old WHERE old.sender_id = g.sender_id AND old.client_id = g.client_id)),
    thread AS (
      UPDATE threads t SET last_seq = t.last_seq + s.count FROM (SELECT thread_id, count(*) AS count FROM sender GROUP BY thread_id) s
      WHERE t.id = s.thread_id RETURNING t.id, t.last_seq - s.count AS seq_before, t.person_low, t.person_high),
    numbered AS MATERIALIZED (
      SELECT sender.*, place.*, payload
        || jsonb_build_object('seq', seq, 'isGroupMessage', recipient_id IS NULL, 'userId', array_remove(ARRAY[recipient_id], NULL)) AS sent
      FROM sender JOIN thread ON thread.id = sender.thread_id
      CROSS JOIN LATERAL (
        SELECT seq_before + nth AS seq, CASE WHEN person_low = sender_id THEN person_high ELSE person_low END AS recipient_id) place),
    message AS (${insertMessages(sql`numbered`)}),
    mark AS (
      UPDATE thread_watermarks w SET delivered_seq = GREATEST(w.delivered_seq, p.seq), seen_seq = GREATEST(w.seen_seq, p.seq)
      FROM (SELECT thread_id, sender_id, message_type, max(seq) AS seq FROM numbered GROUP BY thread_id, sender_id, message_type) p
      WHERE w.thread_id = p.thread_id AND w.user_id = p.sender_id AND w.message_type = p.message_type),
    accepted AS (
      UPDATE thread_members m SET has_accepted = true, updated_at = p.created_at FROM numbered p
      WHERE p.accepts AND m.has_accepted IS NULL AND m.thread_id = p.thread_id AND m.user_id = p.sender_id),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT event_id, 'messages:new_message', rooms, sent FROM numbered
      UNION ALL (SELECT DISTINCT ON (thread_id, sender_id) acceptance_id, 'membership:changed', ARRAY[acceptance_room], '{}'::jsonb FROM numbered WHERE accepts))
    SELECT id, sent AS payload, recipient_id, COALESCE(seen_seq < seq - 1, false) AS was_behind
    FROM numbered`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Inserts several messages; those that it skips are missing in the result. */
export const insertChats = (db: Db, chats: readonly NewChat[]) => insert(db, chats, 'batch')

/** Inserts a message. @returns undefined if the statement skips it */
export const insertChat = async (db: Db, chat: NewChat): Promise<InsertedChat | undefined> =>
  (await insert(db, [chat], 'single')).get(chat.row.id)

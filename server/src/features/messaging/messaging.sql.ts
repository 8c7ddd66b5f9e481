import { sql } from 'kysely'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { Db } from '#/db/pool.ts'

export interface MessageRow {
  readonly id: string
  readonly thread_id: string
  readonly seq: number
  readonly sender_id: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly message_type: string
  readonly text: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly message_at: Date
  readonly client_id: string | null
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
  /** The alert whose thread this is. */
  readonly alert_id: string | null
}

/** What goes out as the event: all but the place in the thread, which the statement itself gives. */
export interface MessageEvent {
  readonly eventId: string
  readonly rooms: readonly string[]
  readonly payload: Omit<Message, 'seq'>
}

/**
 * Place in the thread, message and event in one statement: either all of it is durable or nothing is.
 * @throws a unique violation of `messages_by_client` when the sender's device repeats itself; the place is then not used up.
 */
export async function insertMessage(db: Db, row: Omit<MessageRow, 'seq' | 'version'>, event: MessageEvent) {
  const { rows } = await sql<{ seq: number; horizon: string }>`
    WITH thread AS (
      UPDATE threads SET last_seq = last_seq + 1, updated_at = ${row.created_at} WHERE id = ${row.thread_id}::uuid RETURNING last_seq),
    message AS (
      INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, latitude, longitude, message_at, client_id, created_at, updated_at)
      SELECT ${row.id}::uuid, ${row.thread_id}::uuid, last_seq, ${row.sender_id}::uuid, ${row.message_type}, ${row.text}, ${row.latitude}::float8,
        ${row.longitude}::float8, ${row.message_at}::timestamptz, ${row.client_id}::uuid, ${row.created_at}::timestamptz, ${row.updated_at}::timestamptz
      FROM thread RETURNING seq),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT ${event.eventId}::uuid, 'messages:new_message', ${[...event.rooms]}::text[],
        ${JSON.stringify(event.payload)}::jsonb || jsonb_build_object('seq', seq) FROM message)
    SELECT seq, pg_snapshot_xmin(pg_current_snapshot())::text AS horizon FROM message`.execute(db)
  const written = rows[0]
  if (!written) throw new Error(`thread ${row.thread_id} is not there`)
  return written
}

const withSender = (db: Db) =>
  db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.sender_id')
    .leftJoin('alerts', 'alerts.thread_id', 'messages.thread_id')
    .selectAll('messages')
    .select(['users.first_name', 'users.last_name', 'users.avatar_file_id', 'alerts.id as alert_id'])

export const messageOfClient = (db: Db, senderId: string, clientId: string): Promise<MessageRow | undefined> =>
  withSender(db).where('messages.sender_id', '=', senderId).where('messages.client_id', '=', clientId).executeTakeFirst()

/** The newest below `before`, newest first. */
export const messagesBefore = (db: Db, threadId: string, before: number | undefined, limit: number): Promise<MessageRow[]> =>
  withSender(db)
    .where('messages.thread_id', '=', threadId)
    .$if(before !== undefined, (query) => query.where('messages.seq', '<', before ?? 0))
    .orderBy('messages.seq', 'desc')
    .limit(limit)
    .execute()

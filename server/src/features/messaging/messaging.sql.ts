import { type RawBuilder, sql } from 'kysely'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { type Db, prepared } from '#/db/pool.ts'
import type { FileColumns } from '#/features/files/files.service.ts'

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
  readonly files_hash: Buffer | null
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
  /** The alert whose thread this is. */
  readonly alert_id: string | null
  /** The other of a personal thread. */
  readonly recipient_id: string | null
  /** What all members of the thread have got and seen of this type; null in an alert's. */
  readonly all_delivered_seq: number | null
  readonly all_seen_seq: number | null
  readonly medias: readonly FileColumns[]
}

/** A message before the statement that writes it; `grams`: what it is found by, where it can be searched for. */
export type NewRow = Omit<
  MessageRow,
  'seq' | 'version' | 'alert_id' | 'recipient_id' | 'all_delivered_seq' | 'all_seen_seq' | 'medias'
> & { readonly grams: string | null }

/** What goes out as the event: all but what the statement itself finds out. */
export interface MessageEvent {
  readonly eventId: string
  readonly rooms: readonly string[]
  readonly payload: Omit<Message, 'seq'>
}

/** A message into its place: the `last_seq` of `thread`. */
export const insertInto = (row: NewRow, thread: RawBuilder<unknown>) => sql`
  INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, latitude, longitude, message_at, client_id, files_hash, grams, created_at, updated_at)
  SELECT ${row.id}::uuid, ${row.thread_id}::uuid, last_seq, ${row.sender_id}::uuid, ${row.message_type}, ${row.text}, ${row.latitude}::float8,
    ${row.longitude}::float8, ${row.message_at}::timestamptz, ${row.client_id}::uuid, ${row.files_hash}::bytea, ${row.grams}, ${row.created_at}::timestamptz,
    ${row.updated_at}::timestamptz
  FROM ${thread} RETURNING seq`

/**
 * Into an alert's thread: place, message and event in one statement; either all of it is durable or nothing is.
 * @throws a unique violation of `messages_by_client` when the sender's device repeats itself; the place is then not used up.
 */
export async function insertMessage(db: Db, row: NewRow, event: MessageEvent) {
  const { rows } = await sql<{ seq: number; horizon: string }>`${prepared('send_to_alert')}
    WITH thread AS (
      UPDATE threads SET last_seq = last_seq + 1 WHERE id = ${row.thread_id}::uuid RETURNING last_seq),
    message AS (${insertInto(row, sql`thread`)}),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT ${event.eventId}::uuid, 'messages:new_message', ${[...event.rooms]}::text[],
        ${JSON.stringify(event.payload)}::jsonb || jsonb_build_object('seq', seq) FROM message)
    SELECT seq, pg_snapshot_xmin(pg_current_snapshot())::text AS horizon FROM message`.execute(db)
  const written = rows[0]
  if (!written) throw new Error(`thread ${row.thread_id} is not there`)
  return written
}

/** What readers see of the files of a message of this name. */
export const mediasOf = (message: string) => sql`
  COALESCE((SELECT json_agg(json_build_object('id', f.id, 'type', f.type, 'name', f.name, 'size', f.size, 'width', f.width,
      'height', f.height, 'preview_key', f.preview_key) ORDER BY f.id)
    FROM files f WHERE f.parent_kind = 'message' AND f.parent_id = ${sql.ref(`${message}.id`)}), '[]')`

/** Of a person named `u`, a message `m`, its thread `t` and what all of its readers have `k`. */
const selectFrom = (messages: RawBuilder<unknown>) => sql`
  SELECT m.id, m.thread_id, m.seq, m.sender_id, u.first_name, u.last_name, u.avatar_file_id, m.message_type, m.text, m.latitude, m.longitude,
    m.message_at, m.client_id, m.files_hash, m.version, m.created_at, m.updated_at, a.id AS alert_id,
    CASE WHEN t.person_low = m.sender_id THEN t.person_high ELSE t.person_low END AS recipient_id,
    k.delivered_seq AS all_delivered_seq, k.seen_seq AS all_seen_seq,
    ${mediasOf('m')} AS medias
  FROM ${messages} m
  JOIN users u ON u.id = m.sender_id
  JOIN threads t ON t.id = m.thread_id
  LEFT JOIN thread_marks k ON k.thread_id = m.thread_id AND k.message_type = m.message_type
  LEFT JOIN alerts a ON a.thread_id = m.thread_id`
export const selectMessages = selectFrom(sql`messages`)

export async function messageOfClient(db: Db, senderId: string, clientId: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`${selectMessages}
    WHERE m.sender_id = ${senderId}::uuid AND m.client_id = ${clientId}::uuid`.execute(db)
  return rows[0]
}

export async function messagesById(db: Db, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<MessageRow>`${prepared('messages_by_id')} ${selectMessages} WHERE m.id = ANY (${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Of one type: the newest below `before`, newest first. */
export const messagesBefore = (db: Db, threadId: string, messageType: string, before: number | undefined, limit: number) =>
  pageOf(
    db,
    'messages_before',
    limit,
    sql`DESC`,
    sql`
    SELECT * FROM messages WHERE thread_id = ${threadId}::uuid AND message_type = ${messageType}
      AND seq < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY seq DESC`,
  )

/** Of one type: those next above `after`, oldest first. */
export const messagesAfter = (db: Db, threadId: string, messageType: string, after: number, limit: number) =>
  pageOf(
    db,
    'messages_after',
    limit,
    sql`ASC`,
    sql`
    SELECT * FROM messages WHERE thread_id = ${threadId}::uuid AND message_type = ${messageType} AND seq > ${after} ORDER BY seq`,
  )

/** A page of the usual size is planned once: the size stands in the text, since PostgreSQL would else plan for many more. */
async function pageOf(db: Db, name: string, limit: number, order: RawBuilder<unknown>, messages: RawBuilder<unknown>) {
  const planned = limit === PAGE_SIZE + 1 ? prepared(name) : sql``
  const page = selectFrom(sql`(${messages} LIMIT ${sql.lit(limit)})`)
  return (await sql<MessageRow>`${planned} ${page} ORDER BY m.seq ${order}`.execute(db)).rows
}

/** Where a message is, for a member of its thread. */
export const messagePlace = (db: Db, id: string, userId: string) =>
  db
    .selectFrom('messages')
    .innerJoin('thread_members', 'thread_members.thread_id', 'messages.thread_id')
    .select(['messages.thread_id', 'messages.message_type', 'messages.seq'])
    .where('messages.id', '=', id)
    .where('thread_members.user_id', '=', userId)
    .executeTakeFirst()

import { type RawBuilder, sql } from 'kysely'
import { PAGE_SIZE, QUOTE_MAX } from '@noroshi/contract/limits'
import { type Db, prepared } from '#/db/pool.ts'
import type { FileColumns } from '#/features/files/files.service.ts'
import { transcriptOf } from '#/features/files/transcripts.service.ts'
import { personJson } from '#/features/accounts/people/people.service.ts'
import type { PollVote } from './polls/polls.present.ts'
import { bodyHashOf, CONTENT_NAMES, type ContentRow } from './message-columns.ts'

/** A person in a JSON column. */
export interface PersonColumns {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
}

/** The message to which another one replies, as JSON. */
export interface QuoteColumns {
  readonly id: string
  readonly seq: number
  readonly sender: PersonColumns
  readonly text: string
  readonly latitude: number | null
  readonly version: number
  readonly is_deleted: boolean
  readonly medias: readonly FileColumns[]
}

export interface MessageRow extends ContentRow {
  readonly id: string
  readonly seq: number
  readonly sender_id: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly message_at: Date
  readonly client_id: string | null
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
  /** The alert of the thread; null for a chat. */
  readonly alert_id: string | null
  /** The member of a personal thread who is not the sender. */
  readonly recipient_id: string | null
  /** Delivered and seen watermarks of all members for this message type; null in an alert's thread. */
  readonly all_delivered_seq: number | null
  readonly all_seen_seq: number | null
  readonly medias: readonly FileColumns[]
  readonly edited_at: Date | null
  readonly pinned_at: Date | null
  /** `at` is a time of PostgreSQL's JSON. */
  readonly deletion: { readonly at: string; readonly by: PersonColumns } | null
  readonly reactions: readonly { readonly emoji: string; readonly user_id: string }[] | null
  readonly quote: QuoteColumns | null
  readonly poll_closed_at: Date | null
  /** The earliest first; null without a poll or a vote. */
  readonly poll_votes: readonly PollVote[] | null
}

/** SQL of the files of a message as JSON. @param message Alias of the row of `messages`. */
const mediasOf = (message: string) => sql`
  COALESCE((SELECT json_agg(json_build_object('id', f.id, 'type', f.type, 'name', f.name, 'size', f.size, 'width', f.width,
      'height', f.height, 'preview_key', f.preview_key, 'transcript', ${transcriptOf('f')}) ORDER BY f.id)
    FROM files f WHERE f.parent_kind = 'message' AND f.parent_id = ${sql.ref(`${message}.id`)}), '[]')`

/** SQL of a message that another one quotes, as JSON. The presenter cuts its text, of which it needs the characters around the cut. */
const quoteJson = sql`
  json_build_object('id', q.id, 'seq', q.seq, 'sender', ${personJson('quoted')}, 'text', left(q.text, ${sql.lit(2 * QUOTE_MAX)}),
    'latitude', q.latitude, 'version', q.version, 'is_deleted', q.deleted_at IS NOT NULL, 'medias', ${mediasOf('q')})`
const quoteJoins = sql`messages q JOIN users quoted ON quoted.id = q.sender_id`

/** Returns the message that a reply quotes, if it is in the thread and of the type. */
export async function quotedIn(db: Db, { thread_id, message_type, reply_to_id }: ContentRow): Promise<QuoteColumns | undefined> {
  const { rows } = await sql<{ quote: QuoteColumns }>`SELECT ${quoteJson} AS quote FROM ${quoteJoins}
    WHERE q.id = ${reply_to_id}::uuid AND q.thread_id = ${thread_id}::uuid AND q.message_type = ${message_type}`.execute(db)
  return rows[0]?.quote
}

/** The columns of a message that every query of messages selects. */
export type MessageColumns = Omit<MessageRow, 'alert_id'>

/**
 * SQL of each column of a message by its name. A new column that no sender gives is added here and to {@link MessageRow}.
 * Further aliases: `t` the thread, `k` its watermarks of all members.
 * @param message alias of the row of `messages`
 * @param sender alias of the row of `users`
 */
export const messageColumns = (
  message: string,
  sender: string,
): { readonly [Name in keyof MessageColumns]: RawBuilder<unknown> } => {
  const own = (column: string) => sql`${sql.ref(`${message}.${column}`)}`
  const content = Object.fromEntries(CONTENT_NAMES.map((name) => [name, own(name)])) as Record<
    keyof ContentRow,
    RawBuilder<unknown>
  > // each name
  return {
    ...content,
    id: own('id'),
    seq: own('seq'),
    sender_id: own('sender_id'),
    first_name: sql`${sql.ref(`${sender}.first_name`)}`,
    last_name: sql`${sql.ref(`${sender}.last_name`)}`,
    avatar_file_id: sql`${sql.ref(`${sender}.avatar_file_id`)}`,
    message_at: own('message_at'),
    client_id: own('client_id'),
    version: own('version'),
    created_at: own('created_at'),
    updated_at: own('updated_at'),
    recipient_id: sql`CASE WHEN t.person_low = ${own('sender_id')} THEN t.person_high ELSE t.person_low END`,
    all_delivered_seq: sql`k.delivered_seq`,
    all_seen_seq: sql`k.seen_seq`,
    medias: mediasOf(message),
    edited_at: own('edited_at'),
    pinned_at: own('pinned_at'),
    deletion: sql`CASE WHEN ${own('deleted_at')} IS NOT NULL THEN (SELECT json_build_object('at', ${own('deleted_at')}, 'by', ${personJson('deleter')})
      FROM users deleter WHERE deleter.id = ${own('deleted_by')}) END`,
    reactions: sql`CASE WHEN ${own('has_reactions')} THEN (
      SELECT json_agg(json_build_object('emoji', r.emoji, 'user_id', r.user_id) ORDER BY r.created_at, r.user_id)
      FROM message_reactions r WHERE r.message_id = ${own('id')}) END`,
    quote: sql`CASE WHEN ${own('reply_to_id')} IS NOT NULL THEN (SELECT ${quoteJson} FROM ${quoteJoins} WHERE q.id = ${own('reply_to_id')}) END`,
    poll_closed_at: own('poll_closed_at'),
    poll_votes: sql`CASE WHEN ${own('poll')} IS NOT NULL THEN (
      SELECT json_agg(json_build_object('user_id', v.user_id, 'option_ids', v.option_ids) ORDER BY v.voted_at, v.user_id)
      FROM poll_votes v WHERE v.message_id = ${own('id')}) END`,
  }
}

/** SQL that selects columns by their names. @param prefix precedes each name */
export const selectList = (columns: Readonly<Record<string, RawBuilder<unknown>>>, prefix = '') =>
  sql.join(Object.entries(columns).map(([name, column]) => sql`${column} AS ${sql.ref(prefix + name)}`))

const allColumns = selectList(messageColumns('m', 'u'))

/**
 * Selects messages. Aliases: `m` message, `u` sender, `t` thread, `k` watermarks of all members, `a` alert.
 * @param more further columns
 */
const selectFrom = (messages: RawBuilder<unknown>, more = sql``) => sql`
  SELECT ${allColumns}, a.id AS alert_id${more}
  FROM ${messages} m
  JOIN users u ON u.id = m.sender_id
  JOIN threads t ON t.id = m.thread_id
  LEFT JOIN thread_marks k ON k.thread_id = m.thread_id AND k.message_type = m.message_type
  LEFT JOIN alerts a ON a.thread_id = m.thread_id`
const selectMessages = selectFrom(sql`messages`)

/** Returns the message that the client of a user sent with this id, and the hash of what it sent. */
export async function messageOfClient(
  db: Db,
  senderId: string,
  clientId: string,
): Promise<{ readonly row: MessageRow; readonly bodyHash: Buffer } | undefined> {
  const { rows } = await sql<MessageRow & { readonly body_hash: Buffer | null }>`${selectFrom(sql`messages`, sql`, m.body_hash`)}
    WHERE m.sender_id = ${senderId}::uuid AND m.client_id = ${clientId}::uuid`.execute(db)
  const [row] = rows
  return row && { row, bodyHash: row.body_hash ?? bodyHashOf(row) }
}

/** Stores the hash of what was sent in a message of an earlier version, before the message changes. */
export async function keepBodyHash(tx: Db, row: MessageRow): Promise<void> {
  if (row.client_id === null) return
  const hash = { body_hash: bodyHashOf(row) }
  await tx.updateTable('messages').set(hash).where('id', '=', row.id).where('body_hash', 'is', null).execute()
}

export async function messagesById(db: Db, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<MessageRow>`${prepared('messages_by_id')} ${selectMessages} WHERE m.id = ANY (${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Locks the row of a message until the end of the transaction. Rows that refer to it are inserted meanwhile. */
export const lockMessage = (tx: Db, id: string) =>
  tx.selectFrom('messages').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** Returns the newest messages of a type with `seq` below `before`, newest first. */
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

/** Returns the next messages of a type with `seq` above `after`, oldest first. */
export const messagesAfter = (db: Db, threadId: string, messageType: string, after: number, limit: number) =>
  pageOf(
    db,
    'messages_after',
    limit,
    sql`ASC`,
    sql`
    SELECT * FROM messages WHERE thread_id = ${threadId}::uuid AND message_type = ${messageType} AND seq > ${after} ORDER BY seq`,
  )

/**
 * Reads a page; a page of the usual size uses a prepared plan. The limit is a literal, because PostgreSQL plans for many more
 * rows when it is a parameter.
 */
async function pageOf(db: Db, name: string, limit: number, order: RawBuilder<unknown>, messages: RawBuilder<unknown>) {
  const plan = limit === PAGE_SIZE + 1 ? prepared(name) : sql``
  const page = selectFrom(sql`(${messages} LIMIT ${sql.lit(limit)})`)
  return (await sql<MessageRow>`${plan} ${page} ORDER BY m.seq ${order}`.execute(db)).rows
}

/**
 * Replaces the search text of a message, and its grams if it can be searched for.
 * @param transcript the text of its voice notes; null without one
 */
export const updateTranscript = (tx: Db, id: string, transcript: string | null, grams: string | null, at: Date) =>
  tx
    .updateTable('messages')
    .set((row) => ({ transcript, grams, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Returns the thread, type and `seq` of a message if the user is a member of its thread. */
export const messagePosition = (db: Db, id: string, userId: string) =>
  db
    .selectFrom('messages')
    .innerJoin('thread_members', 'thread_members.thread_id', 'messages.thread_id')
    .select(['messages.thread_id', 'messages.message_type', 'messages.seq'])
    .where('messages.id', '=', id)
    .where('thread_members.user_id', '=', userId)
    .executeTakeFirst()

/** Returns the alert in whose chat the message is; undefined for other messages. */
export const alertOfMessage = (db: Db, id: string) =>
  db
    .selectFrom('messages')
    .innerJoin('alerts', 'alerts.thread_id', 'messages.thread_id')
    .select('alerts.id')
    .where('messages.id', '=', id)
    .executeTakeFirst()

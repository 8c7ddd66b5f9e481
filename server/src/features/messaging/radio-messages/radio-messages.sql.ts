import { sql, type Selectable } from 'kysely'
import { type Db } from '#/db/pool.ts'
import type { RadioRecordings } from '#/db/rows.ts'
import type { Correction } from '#/features/files/transcripts.service.ts'
import { givenMessages, insertMessages, type NewRow } from '../message-columns.ts'
import { lockMessage, messagesById, type MessageRow } from '../messaging.sql.ts'
import { unreadRadio } from '../threads.sql.ts'

export type RecordingRow = Selectable<RadioRecordings>

/**
 * Inserts a radio message with the next number of its thread and moves the sender's watermarks. Right and membership are not
 * checked: the members have heard it already.
 * @returns false if the message is stored already
 */
export async function insertRadioRow(tx: Db, row: NewRow): Promise<boolean> {
  const { rows } = await sql`
    WITH given AS (SELECT * FROM ${givenMessages([row], {})} LIMIT 1),
    thread AS (
      UPDATE threads SET last_radio_seq = last_radio_seq + 1 FROM given
      WHERE threads.id = given.thread_id AND NOT EXISTS (SELECT FROM messages WHERE messages.id = given.id)
      RETURNING last_radio_seq AS seq),
    mark AS (
      UPDATE thread_watermarks w SET delivered_seq = GREATEST(w.delivered_seq, seq), seen_seq = GREATEST(w.seen_seq, seq)
      FROM thread, given WHERE w.thread_id = given.thread_id AND w.user_id = given.sender_id AND w.message_type = given.message_type)
    ${insertMessages(sql`given, thread`)} RETURNING seq`.execute(tx)
  return rows.length > 0
}

export const insertRecording = (tx: Db, row: RecordingRow) => tx.insertInto('radio_recordings').values(row).execute()

export const recordingsOf = (db: Db, messageIds: readonly string[]): Promise<RecordingRow[]> =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('radio_recordings')
        .selectAll()
        .where('message_id', 'in', [...messageIds])
        .execute()

/** Sets the result of the recognition. @returns false if it was set before, and for a deleted message */
export async function updateTranscription(
  tx: Db,
  messageId: string,
  transcription: 'complete' | 'unavailable',
  text: string,
  at: Date,
): Promise<boolean> {
  await lockMessage(tx, messageId)
  const { numUpdatedRows } = await tx
    .updateTable('radio_recordings')
    .from('messages')
    .set({ transcription })
    .where('message_id', '=', messageId)
    .where('transcription', '=', 'pending')
    .whereRef('messages.id', '=', 'message_id')
    .where('messages.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await updateText(tx, messageId, text, at)
  return true
}

/**
 * Sets the text of the speaker. A result of the recognition that follows changes nothing.
 * @returns false if it is the same, for a draft where there is a text, and for a deleted message
 */
export async function updateCorrection(tx: Db, messageId: string, { text, isDraft }: Correction, at: Date): Promise<boolean> {
  await lockMessage(tx, messageId)
  const { rows } = await sql`
    UPDATE radio_recordings r SET transcription = 'complete', corrected_at = ${isDraft ? null : at} FROM messages m
    WHERE r.message_id = ${messageId}::uuid AND m.id = r.message_id AND m.deleted_at IS NULL
      AND ${isDraft ? sql`m.text = ''` : sql`(m.text <> ${text} OR r.corrected_at IS NULL)`}
    RETURNING m.id`.execute(tx)
  if (rows.length === 0) return false
  await updateText(tx, messageId, text, at)
  return true
}

const updateText = (tx: Db, messageId: string, text: string, at: Date) =>
  tx
    .updateTable('messages')
    .set((row) => ({ text, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', messageId)
    .execute()

/** Returns the newest messages of a radio chat, oldest first. */
export async function messagesOfRadioChat(db: Db, radioChatId: string, limit: number): Promise<MessageRow[]> {
  const ids = await db
    .selectFrom('radio_recordings')
    .innerJoin('messages', 'messages.id', 'radio_recordings.message_id')
    .select('messages.id')
    .where('radio_chat_id', '=', radioChatId)
    .orderBy('messages.seq', 'desc')
    .limit(limit)
    .execute()
  const rows = await messagesById(
    db,
    ids.map(({ id }) => id),
  )
  return rows.toSorted((a, b) => a.seq - b.seq)
}

/** Returns the last radio message of each of these threads. */
export async function latestRadioMessages(db: Db, threadIds: readonly string[]): Promise<MessageRow[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM threads t JOIN messages m ON m.thread_id = t.id AND m.message_type = 'asrChat' AND m.seq = t.last_radio_seq
    WHERE t.id = ANY (${[...threadIds]}::uuid[])`.execute(db)
  return messagesById(
    db,
    rows.map(({ id }) => id),
  )
}

export interface RadioMarkRow {
  readonly thread_id: string
  readonly delivered_seq: number
  readonly seen_seq: number
  readonly unread: number
  /** The last radio message that the retention has removed; 0 for none. */
  readonly removed_seq: number
}

/** Returns the user's watermarks of radio messages in all threads that have or had a radio chat, or a radio message. */
export async function radioMarksOf(db: Db, userId: string): Promise<RadioMarkRow[]> {
  const { rows } = await sql<RadioMarkRow>`
    SELECT t.id AS thread_id, w.delivered_seq, w.seen_seq, ${unreadRadio} AS unread, marks.removed_seq
    FROM thread_watermarks w JOIN threads t ON t.id = w.thread_id
    JOIN thread_marks marks ON marks.thread_id = w.thread_id AND marks.message_type = w.message_type
    JOIN thread_members me ON me.thread_id = w.thread_id AND me.user_id = w.user_id
    WHERE me.user_id = ${userId}::uuid AND w.message_type = 'asrChat'
      AND (t.last_radio_seq > 0 OR EXISTS (SELECT FROM radio_chats WHERE radio_chats.thread_id = t.id))`.execute(db)
  return rows
}

/** Returns the number of the last radio message of a thread that the retention has removed; 0 for none. */
export async function removedRadioSeq(db: Db, threadId: string): Promise<number> {
  const marks = await db
    .selectFrom('thread_marks')
    .select('removed_seq')
    .where('thread_id', '=', threadId)
    .where('message_type', '=', 'asrChat')
    .executeTakeFirst()
  return marks?.removed_seq ?? 0
}

/** A recording whose recognition was not finished, with the storage key of its file. */
export interface PendingRecording {
  readonly message_id: string
  readonly language: string
  readonly storage_key: string
  readonly created_at: Date
}

/** Returns recordings that were stored before `before` and have no result of the recognition. */
export const pendingRecordings = (db: Db, before: Date, limit: number): Promise<PendingRecording[]> =>
  db
    .selectFrom('radio_recordings')
    .innerJoin('messages', 'messages.id', 'radio_recordings.message_id')
    .innerJoin('files', 'files.parent_id', 'messages.id')
    .select(['radio_recordings.message_id', 'radio_recordings.language', 'files.storage_key', 'messages.created_at'])
    .where('files.parent_kind', '=', 'message')
    .where('radio_recordings.transcription', '=', 'pending')
    .where('messages.created_at', '<', before)
    .orderBy('messages.id')
    .limit(limit)
    .execute()

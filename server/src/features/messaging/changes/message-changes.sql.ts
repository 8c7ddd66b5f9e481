import { sql } from 'kysely'
import type { Mention } from '@noroshi/contract/messaging/mentions'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { type Db } from '#/db/pool.ts'
import { filesOfMessages } from '#/features/files/files.service.ts'
import { personJson } from '#/features/accounts/people/people.service.ts'
import type { PersonColumns } from '../messaging.sql.ts'

/** Where a message is and who sent it. */
export interface SentPlace {
  readonly id: string
  readonly thread_id: string
  readonly message_type: string
  readonly sender_id: string
}

export const placeOf = (db: Db, id: string): Promise<SentPlace | undefined> =>
  db.selectFrom('messages').select(['id', 'thread_id', 'message_type', 'sender_id']).where('id', '=', id).executeTakeFirst()

/** Returns the id of the message that a user sent with this client id. */
export const idOfClient = async (db: Db, senderId: string, clientId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('messages')
      .select('id')
      .where('sender_id', '=', senderId)
      .where('client_id', '=', clientId)
      .executeTakeFirst()
  )?.id

/** Number of the texts that edits have replaced. */
export async function countVersions(tx: Db, messageId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('message_versions')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface EditedText {
  readonly text: string
  /** The search index. */
  readonly grams: string
  readonly mentions: readonly Mention[] | null
  readonly at: Date
}

/** Replaces the text of a message and keeps the one before it. @param number of the version that is kept, from 0 */
export async function updateText(tx: Db, id: string, number: number, { text, grams, mentions, at }: EditedText): Promise<void> {
  await sql`INSERT INTO message_versions (message_id, number, text, written_at)
    SELECT id, ${number}, text, COALESCE(edited_at, created_at) FROM messages WHERE id = ${id}::uuid`.execute(tx)
  await tx
    .updateTable('messages')
    .set((row) => ({
      text,
      grams,
      mentions: mentions && JSON.stringify(mentions),
      edited_at: at,
      updated_at: at,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Returns the texts that edits have replaced, the oldest first. */
export const versionsOf = (db: Db, messageId: string) =>
  db.selectFrom('message_versions').select(['text', 'written_at']).where('message_id', '=', messageId).orderBy('number').execute()

/**
 * Deletes the content of a message: its text, place, search words, earlier texts, reactions, poll and votes. A text of a recording
 * that is still recognised is not stored any more.
 * @returns the ids of its files, whose rows the caller deletes
 */
export async function deleteContent(tx: Db, id: string, by: string, at: Date): Promise<string[]> {
  await tx.deleteFrom('message_versions').where('message_id', '=', id).execute()
  await tx.deleteFrom('message_reactions').where('message_id', '=', id).execute()
  await tx.deleteFrom('poll_votes').where('message_id', '=', id).execute()
  await tx
    .updateTable('radio_recordings')
    .set({ transcription: 'unavailable' })
    .where('message_id', '=', id)
    .where('transcription', '=', 'pending')
    .execute()
  await tx
    .updateTable('messages')
    .set((row) => ({
      text: '',
      latitude: null,
      longitude: null,
      transcript: null,
      grams: null,
      mentions: null,
      poll: null,
      poll_closed_at: null,
      reply_to_id: null,
      has_reactions: false,
      edited_at: null,
      is_forwarded: null,
      pinned_at: null,
      pinned_by: null,
      deleted_at: at,
      deleted_by: by,
      updated_at: at,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  return filesOfMessages(tx, [id])
}

/** Returns the thread of a message that is not deleted, and the user who deletes it: its sender unless the other one exists. */
export async function placeToDelete(db: Db, id: string, by: string): Promise<{ thread_id: string; by: string } | undefined> {
  const { rows } = await sql<{ thread_id: string; by: string }>`
    SELECT m.thread_id, COALESCE((SELECT u.id FROM users u WHERE u.id = ${by}::uuid), m.sender_id) AS by
    FROM messages m JOIN threads t ON t.id = m.thread_id
    WHERE m.id = ${id}::uuid AND m.deleted_at IS NULL AND m.sender_id IS NOT NULL AND t.kind <> 'alert'`.execute(db)
  return rows[0]
}

/** Max milliseconds by which the clock of the server is ahead of the clock of the database. */
const CLOCK_TOLERANCE_MS = 600_000

/**
 * Replaces a deleted message in the stored events since it was sent, so that no catch-up has its content: as the message of an event,
 * as a quote, and as the latest message of a thread.
 */
export async function replaceInEvents(tx: Db, message: Message, quote: Message['quote']): Promise<void> {
  const { id, createdAt } = message
  const since = new Date(Date.parse(createdAt) - CLOCK_TOLERANCE_MS)
  const [whole, quoted] = [sql`${JSON.stringify(message)}::jsonb`, sql`${JSON.stringify(quote)}::jsonb`]
  await sql`UPDATE events SET payload = CASE
      WHEN payload ->> 'id' = ${id} THEN ${whole}
      WHEN payload -> 'quote' ->> 'id' = ${id} THEN payload || jsonb_build_object('quote', ${quoted})
      WHEN payload -> 'latestMessage' ->> 'id' = ${id} THEN payload || jsonb_build_object('latestMessage', ${whole})
      ELSE jsonb_set(payload, '{latestMessage,quote}', ${quoted}) END
    WHERE created_at >= ${since} AND (
      name IN ('messages:new_message', 'messages:updated') AND ${id} IN (payload ->> 'id', payload -> 'quote' ->> 'id')
      OR name LIKE 'message-threads:%'
        AND ${id} IN (payload -> 'latestMessage' ->> 'id', payload -> 'latestMessage' -> 'quote' ->> 'id'))`.execute(tx)
}

/** Sets the reaction of a user to a message; null removes it. */
export async function setReaction(tx: Db, messageId: string, userId: string, emoji: string | null, at: Date): Promise<void> {
  const row = { message_id: messageId, user_id: userId }
  if (emoji === null)
    await tx.deleteFrom('message_reactions').where('message_id', '=', messageId).where('user_id', '=', userId).execute()
  else
    await tx
      .insertInto('message_reactions')
      .values({ ...row, emoji, created_at: at })
      .onConflict((conflict) => conflict.columns(['message_id', 'user_id']).doUpdateSet({ emoji, created_at: at }))
      .execute()
  await sql`UPDATE messages SET version = version + 1, updated_at = ${at},
      has_reactions = EXISTS (SELECT FROM message_reactions r WHERE r.message_id = messages.id)
    WHERE id = ${messageId}::uuid`.execute(tx)
}

export interface ReactionRow {
  readonly person: PersonColumns
  readonly emoji: string
  readonly created_at: Date
}

/** Returns all reactions to a message, the earliest first. */
export async function reactionsTo(db: Db, messageId: string): Promise<ReactionRow[]> {
  const { rows } = await sql<ReactionRow>`SELECT ${personJson('u')} AS person, r.emoji, r.created_at
    FROM message_reactions r JOIN users u ON u.id = r.user_id WHERE r.message_id = ${messageId}::uuid
    ORDER BY r.created_at, r.user_id`.execute(db)
  return rows
}

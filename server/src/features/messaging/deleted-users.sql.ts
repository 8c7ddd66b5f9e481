import { sql } from 'kysely'
import type { Mention } from '@noroshi/contract/messaging/mentions'
import type { Db } from '#/db/pool.ts'

interface Place {
  readonly id: string
  readonly thread_id: string
}

/** Returns the messages of a user in personal threads and groups, by thread. Those in chats of alerts are records. */
export async function messagesToDelete(db: Db, senderId: string): Promise<Place[]> {
  const { rows } = await sql<Place>`SELECT id, thread_id FROM messages
    WHERE sender_id = ${senderId}::uuid AND message_type <> 'alertChat' AND deleted_at IS NULL ORDER BY thread_id, id`.execute(db)
  return rows
}

/** Returns which of these messages stored events contain: as their message, as a quote or as the latest message of a thread. */
export async function messagesInEvents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT found.id FROM events, LATERAL (VALUES (payload ->> 'id'),
      (payload -> 'quote' ->> 'id'), (payload -> 'latestMessage' ->> 'id'), (payload -> 'latestMessage' -> 'quote' ->> 'id')) AS found (id)
    WHERE (name IN ('messages:new_message', 'messages:updated') OR name LIKE 'message-threads:%')
      AND found.id = ANY (${[...ids]}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface MentioningMessage extends Place {
  /** The language of the sender. */
  readonly language: string
}

/** Returns the messages that mention a user, by thread. */
export async function messagesMentioning(db: Db, userId: string): Promise<MentioningMessage[]> {
  const { rows } = await sql<MentioningMessage>`SELECT m.id, m.thread_id, u.language
    FROM messages m JOIN users u ON u.id = m.sender_id
    WHERE m.mentions @> ${JSON.stringify([{ userId }])}::jsonb ORDER BY m.thread_id, m.id`.execute(db)
  return rows
}

interface Replaced {
  readonly text: string
  /** The search index. */
  readonly grams: string
  readonly mentions: readonly Mention[]
  /** Texts of mentions in earlier texts of the message, which `replacement` replaces. */
  readonly removed: readonly string[]
  readonly replacement: string
  readonly at: Date
}

/** Replaces the text and the mentions of a message without an edit of its sender. */
export async function replaceMentions(
  tx: Db,
  id: string,
  { text, grams, mentions, removed, replacement, at }: Replaced,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set((row) => ({
      text,
      grams,
      mentions: mentions.length === 0 ? null : JSON.stringify(mentions),
      updated_at: at,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  for (const mention of removed)
    await sql`UPDATE message_versions SET text = replace(text, ${mention}, ${replacement}) WHERE message_id = ${id}::uuid`.execute(
      tx,
    )
}

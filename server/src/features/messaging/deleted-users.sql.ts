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

export interface SearchedEvents {
  /** Those of the messages that stored events contain. */
  readonly ids: ReadonlySet<string>
  /** The transaction id below which the search has read all events. */
  readonly before: string
}

/**
 * Searches the stored events for messages: as their message, as a quote or as the latest message of a thread.
 * @param from the transaction id of the earliest events that are read
 */
export async function messagesInEvents(db: Db, ids: readonly string[], from = '0'): Promise<SearchedEvents> {
  const { rows } = await sql<{
    ids: string[]
    before: string
  }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS before, ARRAY(
    SELECT DISTINCT found.id FROM events, LATERAL (VALUES (payload ->> 'id'),
      (payload -> 'quote' ->> 'id'), (payload -> 'latestMessage' ->> 'id'), (payload -> 'latestMessage' -> 'quote' ->> 'id')) AS found (id)
    WHERE xid >= ${from}::xid8 AND (name IN ('messages:new_message', 'messages:updated') OR name LIKE 'message-threads:%')
      AND found.id = ANY (${[...ids]}::text[])) AS ids`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the search returned no row')
  return { ids: new Set(row.ids), before: row.before }
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

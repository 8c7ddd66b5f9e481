import { sql } from 'kysely'
import { PINS_MAX } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'

/** Pins a message; null unpins it. */
export const updatePin = (tx: Db, id: string, pin: { readonly by: string; readonly at: Date } | null, at: Date) =>
  tx
    .updateTable('messages')
    .set((row) => ({ pinned_at: pin?.at ?? null, pinned_by: pin?.by ?? null, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Returns the ids of the pinned messages of a thread, the latest pin first. */
export async function pinnedIn(db: Db, threadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('pinned_at', 'is not', null)
    .orderBy('pinned_at', 'desc')
    .limit(PINS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Hides a message for a user, unless they have hidden `max` already. Messages that they cannot see any more are then forgotten.
 * @returns false beyond `max`
 */
export async function insertHidden(tx: Db, userId: string, messageId: string, at: Date, max: number): Promise<boolean> {
  const insert = () => insertBelow(tx, userId, messageId, at, max)
  return (await insert()) || ((await deleteUnseen(tx, userId)) && insert())
}

/** @returns whether the message is hidden now */
async function insertBelow(tx: Db, userId: string, messageId: string, at: Date, max: number): Promise<boolean> {
  const { rows } = await sql<{ is_full: boolean }>`
    WITH full_list AS (SELECT count(*) >= ${max} AS is_full FROM hidden_messages WHERE user_id = ${userId}::uuid AND message_id <> ${messageId}::uuid),
    inserted AS (
      INSERT INTO hidden_messages (user_id, message_id, hidden_at) SELECT ${userId}::uuid, ${messageId}::uuid, ${at} FROM full_list
      WHERE NOT is_full ON CONFLICT DO NOTHING)
    SELECT is_full FROM full_list`.execute(tx)
  return rows[0]?.is_full === false
}

/** Forgets the hidden messages of a user that are deleted or in threads that the user has left. @returns whether there were any */
async function deleteUnseen(tx: Db, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM hidden_messages h USING messages m WHERE h.user_id = ${userId}::uuid AND m.id = h.message_id AND (
      m.deleted_at IS NOT NULL OR NOT EXISTS (
        SELECT FROM thread_members me WHERE me.thread_id = m.thread_id AND me.user_id = h.user_id))`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

export const deleteHidden = (tx: Db, userId: string, messageId: string) =>
  tx.deleteFrom('hidden_messages').where('user_id', '=', userId).where('message_id', '=', messageId).execute()

/** Returns the messages that a user has hidden, the latest first. */
export async function hiddenOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('hidden_messages')
    .select('message_id')
    .where('user_id', '=', userId)
    .orderBy('hidden_at', 'desc')
    .execute()
  return rows.map((row) => row.message_id)
}

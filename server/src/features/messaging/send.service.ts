import { retryOnDeadlock } from '#/db/pool.ts'
import { batchWrites } from '#/db/batch-writes.ts'
import type { Deps } from '#/deps.ts'
import { type InsertedChat, insertChat, insertChats, type NewChat } from './send.sql.ts'

/** Max milliseconds that a batch waits for the previous one, which may wait for the lock of an unrelated thread. */
const BATCH_PATIENCE_MS = 50

/**
 * Returns a function that inserts chat messages without files as `insertChat` does. Messages that arrive during a statement share
 * the next statement and its commit.
 */
export function createBatchedSend({
  db,
  metrics,
}: Pick<Deps, 'db' | 'metrics'>): (chat: NewChat) => Promise<InsertedChat | undefined> {
  const insertBatch = batchWrites(async (chats: readonly NewChat[]): Promise<readonly (InsertedChat | undefined | 'alone')[]> => {
    const [only] = chats
    if (chats.length === 1 && only) return [await insertChat(db, only)]
    const distinct = firstOfEachClientId(chats)
    const inserted = await retryOnDeadlock(() => insertChats(db, distinct))
    return chats.map(({ row }) => inserted.get(row.id) ?? 'alone')
  }, BATCH_PATIENCE_MS)
  metrics.watchQueue('messages', insertBatch.waiting)
  return async (chat) => {
    const inserted = await insertBatch(chat)
    return inserted === 'alone' ? insertChat(db, chat) : inserted
  }
}

/** Removes messages that a client sent twice within one batch. */
function firstOfEachClientId(chats: readonly NewChat[]): NewChat[] {
  const seen = new Set<string>()
  return chats.filter(({ row: { sender_id, client_id } }) => {
    const key = `${sender_id} ${client_id}`
    if (client_id === null || !seen.has(key)) {
      seen.add(key)
      return true
    }
    return false
  })
}

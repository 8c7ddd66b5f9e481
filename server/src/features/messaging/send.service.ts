import { type Db, untilNoDeadlock } from '#/db/pool.ts'
import { together } from '#/db/together.ts'
import { type ChatWritten, insertChat, insertChats, type NewChat } from './send.sql.ts'

/** Milliseconds that senders wait for the statement before theirs: it may wait for a thread that is none of theirs. */
const PATIENCE = 50

/** Writes chat messages without files as `insertChat` does; those that come while others are written share the next statement and its commit. */
export function sendingTogether(db: Db): (chat: NewChat) => Promise<ChatWritten | undefined> {
  const gathered = together(async (chats: readonly NewChat[]): Promise<readonly (ChatWritten | undefined | 'alone')[]> => {
    const [only] = chats
    if (chats.length === 1 && only) return [await insertChat(db, only)]
    const firsts = firstOfEachClientId(chats)
    const written = await untilNoDeadlock(() => insertChats(db, firsts))
    return chats.map(({ row }) => written.get(row.id) ?? 'alone')
  }, PATIENCE)
  return async (chat) => {
    const written = await gathered(chat)
    return written === 'alone' ? insertChat(db, chat) : written
  }
}

/** One that a device sent twice in one moment is a repetition of itself. */
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

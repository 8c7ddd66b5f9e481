import type { Pace } from '#/db/pace.ts'
import type { Deps } from '#/deps.ts'
import { discardReceived, removeFiles } from '#/features/files/files.service.ts'
import { messagesInEvents, type SearchedEvents } from '../deleted-users.sql.ts'
import { threadRoom } from '../messaging.rooms.ts'
import { lockThread, raiseThreadVersion } from '../threads.sql.ts'
import {
  deleteMessageRows,
  filesOfMessages,
  firstMessages,
  markRemoved,
  oldMessagesOf,
  type OldMessages,
  removeFromEvents,
  threadsWithOldMessages,
} from './retained-messages.sql.ts'

export { countOldMessages } from './retained-messages.sql.ts'

/** Messages that one transaction removes, while their thread is locked. */
export const MESSAGES_PER_TRANSACTION = 200
/** Messages that one search through the stored events looks for, and that one run removes. */
const MESSAGES_PER_RUN = 2000
/** Threads of one run. */
const THREADS_PER_RUN = 500

/** Messages that a search through the stored events has looked for, and those that it has found. */
interface Searched extends SearchedEvents {
  readonly searchedIds: ReadonlySet<string>
}

/**
 * Removes old messages with their files, in the order of their numbers: what a thread has lost is known by one number
 * (decisions/0158). A failure in one thread does not stop the others.
 */
export async function removeOldMessages(deps: Deps, old: OldMessages, pace: Pace): Promise<void> {
  const threadIds = await threadsWithOldMessages(deps.db, old, THREADS_PER_RUN)
  if (threadIds.length === 0) return
  const messages = await oldMessagesOf(deps.db, threadIds, old, MESSAGES_PER_RUN)
  const ids = messages.map(({ id }) => id)
  const searched = { ...(await messagesInEvents(deps.db, ids)), searchedIds: new Set(ids) }
  for (const id of new Set(messages.map(({ thread_id: threadId }) => threadId)))
    for (let hasMore = true; hasMore;) {
      if (!(await pace())) return
      hasMore = await removeBatch(deps, id, old, searched).catch((error: unknown) => {
        deps.logError(error)
        return false
      })
    }
}

/** Devices forget the messages of a batch with its event. @returns whether this run may remove more of the thread */
async function removeBatch(deps: Deps, threadId: string, { type, before }: OldMessages, searched: Searched): Promise<boolean> {
  const { files, hasMore } = await deps.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const first = await firstMessages(tx, threadId, type, MESSAGES_PER_TRANSACTION)
    const kept = first.findIndex(({ id, created_at }) => created_at >= before || !searched.searchedIds.has(id))
    const removed = kept === -1 ? first : first.slice(0, kept)
    const last = removed.at(-1)
    if (!last) return { files: [], hasMore: false }
    const ids = removed.map(({ id }) => id)
    // Until the lock, others have changed and quoted the messages. The new version makes a reply to one of them fail (send.sql.ts).
    await raiseThreadVersion(tx, threadId, deps.now())
    const since = await messagesInEvents(tx, ids, searched.before)
    const inEvents = ids.filter((id) => searched.ids.has(id) || since.ids.has(id))
    if (inEvents.length > 0) await removeFromEvents(tx, inEvents)
    const stored = await removeFiles(tx, await filesOfMessages(tx, ids))
    await deleteMessageRows(tx, ids)
    await markRemoved(tx, threadId, type, last.seq)
    tx.emit('messages:removed', [threadRoom(threadId)], {
      MessageThreadId: threadId,
      messageType: type,
      removedSeq: last.seq,
    })
    return { files: stored, hasMore: kept === -1 }
  })
  await discardReceived(deps, files)
  return hasMore
}

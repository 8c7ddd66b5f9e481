import type { Pace } from '#/db/pace.ts'
import type { Deps } from '#/deps.ts'
import { discardReceived, removeFiles } from '#/features/files/files.service.ts'
import { threadRoom } from '../messaging.rooms.ts'
import { lockThread } from '../threads.sql.ts'
import {
  deleteMessageRows,
  filesOfMessages,
  firstMessages,
  markRemoved,
  type OldMessages,
  removeFromEvents,
  threadsWithOldMessages,
} from './retained-messages.sql.ts'

export { countOldMessages } from './retained-messages.sql.ts'

/** Messages that one transaction removes, while their thread is locked. */
export const MESSAGES_PER_TRANSACTION = 200
/** Threads of one run. */
const THREADS_PER_RUN = 500

/**
 * Removes old messages with their files, in the order of their numbers: what a thread has lost is known by one number
 * (decisions/0158). The stored events lose them before, so that an interrupted run leaves no content there.
 */
export async function removeOldMessages(deps: Deps, old: OldMessages, pace: Pace): Promise<void> {
  const threadIds = await threadsWithOldMessages(deps.db, old, THREADS_PER_RUN)
  if (threadIds.length === 0) return
  await deps.transaction((tx) => removeFromEvents(tx, old))
  for (const id of threadIds)
    for (let hasMore = true; hasMore;) {
      if (!(await pace())) return
      hasMore = await removeBatch(deps, id, old)
    }
}

/** Devices forget the messages with the last batch of their thread. @returns whether the thread has more */
async function removeBatch(deps: Deps, threadId: string, { type, before }: OldMessages): Promise<boolean> {
  const { files, hasMore } = await deps.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const first = await firstMessages(tx, threadId, type, MESSAGES_PER_TRANSACTION + 1)
    const kept = first.findIndex(({ created_at }) => created_at >= before)
    const removed = first.slice(0, kept === -1 ? MESSAGES_PER_TRANSACTION : Math.min(kept, MESSAGES_PER_TRANSACTION))
    const last = removed.at(-1)
    if (!last) return { files: [], hasMore: false } // the thread was deleted meanwhile
    const ids = removed.map(({ id }) => id)
    const stored = await removeFiles(tx, await filesOfMessages(tx, ids))
    await deleteMessageRows(tx, ids)
    await markRemoved(tx, threadId, type, last.seq)
    const next = first[removed.length]
    const isLast = next === undefined || next.created_at >= before
    if (isLast)
      tx.emit('messages:removed', [threadRoom(threadId)], {
        MessageThreadId: threadId,
        messageType: type,
        removedSeq: last.seq,
      })
    return { files: stored, hasMore: !isLast }
  })
  await discardReceived(deps, files)
  return hasMore
}

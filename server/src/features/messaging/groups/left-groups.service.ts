import type { Deps } from '#/deps.ts'
import { discardReceived, removeFiles } from '#/features/files/files.service.ts'
import { deleteThread, filesOfGroup, groupsLeftBefore } from './left-groups.sql.ts'
import { lockThread } from '../threads.sql.ts'

/** Milliseconds after which a group without members is deleted. No user can join it again. */
const KEPT_MS = 30 * 86_400_000
/** Max groups of one run. */
const BATCH_SIZE = 100

/** Deletes groups without members, with their messages and files. */
export async function deleteLeftGroups(deps: Deps): Promise<void> {
  const groups = await groupsLeftBefore(deps.db, new Date(deps.now().getTime() - KEPT_MS), BATCH_SIZE)
  for (const { id } of groups) {
    const removed = await deps.transaction(async (tx) => {
      if ((await lockThread(tx, id))?.member_count !== 0) return []
      const files = await removeFiles(
        tx,
        (await filesOfGroup(tx, id)).map((file) => file.id),
      )
      await deleteThread(tx, id)
      return files
    })
    await discardReceived(deps, removed)
  }
}

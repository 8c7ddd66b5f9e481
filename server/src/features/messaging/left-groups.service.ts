import type { Deps } from '#/deps.ts'
import { discardReceived, removeFiles } from '#/features/files/files.service.ts'
import { deleteThread, filesOfThread, groupsLeftBefore } from './left-groups.sql.ts'
import { threadForUpdate } from './threads.sql.ts'

/** Milliseconds that a group outlives its last member; nobody can come back into it. */
const KEPT = 30 * 86_400_000
/** Of one round. */
const AT_ONCE = 100

/** Deletes the groups that nobody is in any more, with their messages and files. */
export async function deleteLeftGroups(deps: Deps): Promise<void> {
  const left = await groupsLeftBefore(deps.db, new Date(deps.now().getTime() - KEPT), AT_ONCE)
  for (const { id } of left) {
    const removed = await deps.transaction(async (tx) => {
      if ((await threadForUpdate(tx, id))?.member_count !== 0) return []
      const files = await removeFiles(
        tx,
        (await filesOfThread(tx, id)).map((file) => file.id),
      )
      await deleteThread(tx, id)
      return files
    })
    await discardReceived(deps, removed)
  }
}

import type { Pace } from '#/db/pace.ts'
import type { Deps } from '#/deps.ts'
import { deleteOldDrafts, deleteOldRevisions } from './page-history.sql.ts'

export { countPageHistory } from './page-history.sql.ts'

/** Drafts or versions that one statement deletes. */
const AT_ONCE = 100

/**
 * Deletes the drafts that were decided or discarded before `before`, and then the versions that were replaced before it. The
 * published version, pending drafts and their bases stay. The documents that nothing contains any more follow in the clean-up.
 */
export async function removeOldPageHistory({ db }: Deps, before: Date, pace: Pace): Promise<void> {
  for (const remove of [deleteOldDrafts, deleteOldRevisions])
    while ((await remove(db, before, AT_ONCE)) > 0) if (!(await pace())) return
}

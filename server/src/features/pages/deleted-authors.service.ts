import type { Tx } from '#/db/transaction.ts'
import { pendingDraftsOf } from './drafts.sql.ts'
import { emitDraftChanged } from './page-events.service.ts'

/** Removes the pending drafts of a user from the lists of their reviewers. The caller deletes the rows. */
export async function emitDraftsOfDeleted(tx: Tx, userId: string): Promise<void> {
  for (const draft of await pendingDraftsOf(tx, userId))
    emitDraftChanged(tx, { ...draft, status: 'discarded', excerpt: '', version: draft.version + 1 })
}

import type { Db } from '#/db/pool.ts'
import { eraseRemovedAudit } from './erasure.sql.ts'

/** Entries of one statement. The sequencer waits for it. */
const ERASED_AT_ONCE = 1000

/** Erases the contents of the audit entries that the retention has removed (decisions/0158). */
export async function eraseRemovedAuditEntries(db: Db): Promise<void> {
  while ((await eraseRemovedAudit(db, ERASED_AT_ONCE)) === ERASED_AT_ONCE);
}

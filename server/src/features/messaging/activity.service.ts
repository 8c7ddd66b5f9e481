import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { handOver } from './members.service.ts'
import { threadsWithMember } from './members.sql.ts'
import { tellChanged } from './threads.service.ts'
import { threadForUpdate, touchThread } from './threads.sql.ts'
import type { Watermarks } from './watermarks.service.ts'

/**
 * Somebody was deactivated, or came back: groups keep an admin who can sign in, and messages wait for nobody who cannot. What is
 * returned is to be done after the commit.
 */
export const followActivity =
  (deps: Deps, watermarks: Watermarks) =>
  async (tx: Tx, userId: string): Promise<() => void> => {
    const threads = await threadsWithMember(tx, userId)
    for (const { id, kind } of threads) if (kind === 'group') await keepAdmin(deps, tx, id)
    return () => threads.forEach(({ id }) => watermarks.changed(id))
  }

async function keepAdmin(deps: Deps, tx: Tx, id: string): Promise<void> {
  await threadForUpdate(tx, id)
  if (!(await handOver(deps, tx, id))) return
  await touchThread(tx, id, deps.now())
  await tellChanged(tx, id)
}

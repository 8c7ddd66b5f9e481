import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { defineConsumer } from '#/realtime/consumers.ts'
import { transferAdmin } from './groups/members.service.ts'
import { threadsWithMember } from './groups/members.sql.ts'
import { emitThreadChanged } from './threads.service.ts'
import { lockThread, raiseThreadVersion } from './threads.sql.ts'
import { emitWatermarks } from './watermarks.service.ts'

/**
 * Follows the deactivation and reactivation of users. Each of the user's groups gets an admin who can sign in. Watermarks of all
 * members count active users only, so they are computed again.
 */
export const threadsOfUsersConsumer = (deps: Deps) =>
  defineConsumer({
    name: 'messaging.threadsOfUsers',
    events: ['user:activityChanged'],
    async handle(tx, events) {
      for (const userId of new Set(events.map(({ payload }) => payload.userId))) await updateThreadsOfUser(deps, tx, userId)
    },
  })

async function updateThreadsOfUser(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const threads = await threadsWithMember(tx, userId)
  for (const { id, kind } of threads) if (kind === 'group') await ensureActiveAdmin(deps, tx, id)
  await emitWatermarks(
    tx,
    threads.map(({ id }) => id),
  )
}

async function ensureActiveAdmin(deps: Deps, tx: Tx, id: string): Promise<void> {
  await lockThread(tx, id)
  if (!(await transferAdmin(deps, tx, id))) return
  await raiseThreadVersion(tx, id, deps.now())
  await emitThreadChanged(tx, id)
}

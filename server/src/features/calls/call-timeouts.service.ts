import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong } from '#/features/accounts/people/people-by-id.service.ts'
import { type CallState, expire } from './call-state.ts'
import { applyToCall, changeCalls } from './call-writes.service.ts'
import { loadCalls } from './calls.service.ts'
import { liveCallIds } from './calls.sql.ts'

/** Interval in milliseconds of the query for live calls. The state is in the database only, so that it survives a restart. */
const POLL_MS = 1000
/** Milliseconds after the start of the process in which nothing expires: devices reconnect after a restart. */
const RESTART_GRACE_MS = 8000

/** Ends what has waited too long in calls. Every process runs it, so that no timeout waits for a process that is frozen. */
export function callTimeoutsJob(deps: Deps): Job {
  const startedAt = deps.now().getTime()
  const hasGrace = () => Math.abs(deps.now().getTime() - startedAt) < RESTART_GRACE_MS
  return {
    name: 'call timeouts',
    every: POLL_MS,
    isPerProcess: true,
    run: async () => {
      if (!hasGrace()) await expireCalls(deps)
    },
  }
}

/** Ends ringing sessions that are unreachable or missed, and participations of vanished pages and deactivated users. */
async function expireCalls(deps: Deps): Promise<void> {
  const live = await loadCalls(deps.db, await liveCallIds(deps.db))
  if (live.size === 0) return
  const userIds = [...live.values()].flatMap(({ participants }) => participants.map((one) => one.user_id))
  const active = await activeIdsAmong(deps.db, userIds)
  const isGone = (userId: string) => userIds.includes(userId) && !active.has(userId)
  const expired = (state: CallState) => expire(state, deps.now(), isGone)
  for (const [id, state] of live)
    if (expired(state).changes.length > 0) await changeCalls(deps, (tx) => applyToCall(tx, id, expired))
}

import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong } from '#/features/accounts/people-by-id.service.ts'
import { type CallState, expire } from './call-state.ts'
import { applyToCall, changeCalls } from './call-writes.service.ts'
import { loadCalls } from './calls.service.ts'
import { liveCallIds } from './calls.sql.ts'

/** Interval in milliseconds of the query for live calls. The state is in the database only, so that it survives a restart. */
const POLL_MS = 1000
/** Milliseconds after the start of the process in which nothing expires: devices reconnect after a restart. */
const RESTART_GRACE_MS = 8000

/** Starts the timeouts of calls. Every process runs them. Returns a function that stops them. */
export function startCallTimeouts(deps: Deps): () => Promise<void> {
  const startedAt = deps.now().getTime()
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    if (Math.abs(deps.now().getTime() - startedAt) < RESTART_GRACE_MS) return
    running ??= expireCalls(deps)
      .catch((error: unknown) => {
        if (!isConnectionLost(error)) deps.logError(error)
      })
      .finally(() => {
        running = null
      })
  }, POLL_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
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

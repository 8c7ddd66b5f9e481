import { forgetWrites } from '#/db/client-writes.ts'
import type { Deps } from '#/deps.ts'
import { forgetOldPositions } from '#/features/accounts/positions.service.ts'
import { forgetOldSessions } from '#/features/accounts/sessions.service.ts'
import { forgetDeletedComments } from '#/features/comments/comments.service.ts'
import { pruneEventLog } from '#/features/events/events.service.ts'
import { forgetDeletedFeeds } from '#/features/feeds/feeds-admin.service.ts'
import { deleteUnclaimed } from '#/features/files/files.service.ts'
import { deleteLeftGroups } from '#/features/messaging/left-groups.service.ts'
import { tellLeftBehind } from '#/features/messaging/watermarks.service.ts'
import { forgetDocuments } from '#/features/pages/documents.service.ts'

const MINUTE = 60_000
/** The first round waits until the start's crowd of returning devices is served. */
const FIRST_AFTER = 2 * MINUTE
const EVERY = 60 * MINUTE

type Duty = (deps: Deps) => Promise<unknown>

/** What is kept for a while only. Each is small and may be repeated; none waits for another's success. */
const duties: readonly Duty[] = [
  forgetOldPositions,
  forgetOldSessions,
  forgetWrites,
  pruneEventLog,
  forgetDeletedComments,
  forgetDeletedFeeds,
  forgetDocuments,
  deleteUnclaimed,
  deleteLeftGroups,
  tellLeftBehind,
]

export async function keepHouseOnce(deps: Deps): Promise<void> {
  for (const duty of duties) await duty(deps).catch(deps.logError)
}

/** A round soon after the start, and then each hour; call the result to stop. */
export function keepHouse(deps: Deps): () => void {
  const round = () => void keepHouseOnce(deps)
  const timers = [setTimeout(round, FIRST_AFTER), setInterval(round, EVERY)]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearTimeout)
}

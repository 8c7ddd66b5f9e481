import type { z } from 'zod'
import type { eventRoutes } from '@noroshi/contract/events/events.http'
import type { Deps } from '#/deps.ts'
import type { Caller } from '#/http/authenticate.ts'
import { roomsOf } from '#/realtime/rooms.ts'
import { currentHorizon, eventsSince, pruneEvents } from './events.sql.ts'

/** More than this is faster asked anew. */
const CATCH_UP_MAX = 5000
/** How long the log reaches back. */
const KEPT_HOURS = 48
const HOUR = 3_600_000

/** Everything that this viewer missed; who may read it is decided now, by the memberships of this moment. */
export async function catchUp(
  deps: Deps,
  caller: Caller,
  since: string | undefined,
): Promise<z.output<typeof eventRoutes.since.reply>> {
  if (since === undefined) return { events: [], cursor: await currentHorizon(deps.db), complete: true }
  const rooms = await roomsOf(deps.db, caller.viewer, caller.tokenAlertId === null ? [] : [caller.tokenAlertId])
  const { events, horizon, reaches } = await eventsSince(deps.db, rooms, since, CATCH_UP_MAX + 1)
  if (!reaches || events.length > CATCH_UP_MAX) return { events: [], cursor: horizon, complete: false }
  return { events: events.map(({ id, name, payload }) => ({ eventId: id, name, payload })), cursor: horizon, complete: true }
}

/** Keeps the log from growing without end; call the result to stop. */
export function keepEventLogShort(deps: Deps): () => void {
  const timer = setInterval(() => {
    pruneEvents(deps.db, new Date(deps.now().getTime() - KEPT_HOURS * HOUR)).catch(deps.logError)
  }, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}

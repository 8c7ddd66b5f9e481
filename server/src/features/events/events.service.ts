import type { z } from 'zod'
import type { eventRoutes } from '@noroshi/contract/events/events.http'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { Caller } from '#/http/authenticate.ts'
import { Announcer } from '#/realtime/announcer.ts'
import { roomsOf } from '#/realtime/rooms.ts'
import { currentHorizon, dropForeignEvents, eventsSince, findEvents, pruneEvents } from './events.sql.ts'

/** More than this is faster asked anew: each is a whole alert or message, and a page asks for its lists in a few requests. */
export const CATCH_UP_MAX = 500
/** How long the log reaches back. */
const KEPT_HOURS = 48
const HOUR = 3_600_000
/** Transaction ids have 64 bits; PostgreSQL itself stays far below half of that. */
const CURSOR_END = 2n ** 63n

type CatchUp = z.output<typeof eventRoutes.since.reply>

/** Everything that this viewer missed; who may read it is decided now, by the memberships of this moment. */
export async function catchUp({ db }: Deps, caller: Caller, since: string | undefined): Promise<CatchUp> {
  if (since === undefined || BigInt(since) >= CURSOR_END)
    return { events: [], cursor: await currentHorizon(db), complete: since === undefined }
  // One moment for memberships and events: a person whom a group loses meanwhile gets nothing that it heard afterwards.
  const moment = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const { events, horizon } = await moment.execute(async (tx) => {
    const rooms = await roomsOf(tx, caller.viewer, caller.tokenAlertId === null ? [] : [caller.tokenAlertId])
    return eventsSince(tx, rooms, since, CATCH_UP_MAX)
  })
  if (events === null) return { events: [], cursor: horizon, complete: false }
  return { events: events.map(({ id, name, payload }) => ({ eventId: id, name, payload })), cursor: horizon, complete: true }
}

/** Who tells the rooms, from where the log stands now. */
export async function announcerOn(db: Db, logError: Deps['logError']): Promise<Announcer> {
  await dropForeignEvents(db)
  return new Announcer({ find: (eventIds) => findEvents(db, eventIds) }, await currentHorizon(db), logError)
}

/** Keeps the log from growing without end. */
export const pruneEventLog = (deps: Deps) => pruneEvents(deps.db, new Date(deps.now().getTime() - KEPT_HOURS * HOUR))

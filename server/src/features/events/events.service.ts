import type { z } from 'zod'
import type { eventRoutes } from '@noroshi/contract/events/events.http'
import type { Db } from '#/db/pool.ts'
import { inSnapshot } from '#/db/snapshot.ts'
import type { Deps } from '#/deps.ts'
import { withoutEndedAlerts } from '#/features/alerts/reach/missed-alerts.service.ts'
import type { Caller } from '#/http/authenticate.ts'
import { limitConcurrency, runInTurnByKey } from '#/http/limit-concurrency.ts'
import { pruneSkipped } from '#/realtime/consumers.sql.ts'
import { allowsRestricted } from '#/realtime/restricted-events.ts'
import { deleteForeignEvents, eventsSince, insertEpoch, pruneEpochs, pruneEvents, readCursor } from './events.sql.ts'

/** Max events of one catch-up. For more events a refetch is faster: a page needs only a few requests for its lists. */
export const CATCH_UP_MAX = 500
/** Max bytes of the events of one catch-up, as JSON. */
export const CATCH_UP_BYTES_MAX = 1_048_576
/** Max catch-ups at a time, so that other requests and an SOS do not wait for them. */
const CONCURRENT_MAX = 4
/** Max catch-ups of one user that wait for an earlier one. */
const WAITING_MAX = 30
/** Max catch-ups of callers without a session that wait. */
const TOKENS_WAITING_MAX = 200
/** Hours that events are kept. */
const KEPT_HOURS = 48
const HOUR = 3_600_000
/** Upper limit of transaction ids in a cursor. They have 64 bits; PostgreSQL never reaches half of that. */
const CURSOR_END = 2n ** 63n

type CatchUp = z.output<typeof eventRoutes.since.reply>

/** Pages repeat a catch-up after 503, and take other errors as the end of their session. */
const inTurn = runInTurnByKey(WAITING_MAX, 'unavailable')
const limited = limitConcurrency(CONCURRENT_MAX)
/** Each SOS without a session gives its caller a token, so a stranger may have thousands: all of them share one place. */
const limitedOfTokens = limitConcurrency(1, TOKENS_WAITING_MAX, 'unavailable')

/**
 * Runs `catchUp`, one at a time for each user, in whatever sessions, and one for all callers without a session.
 * @throws unavailable (503) if too many of them wait
 */
export const catchUpInTurn = (deps: Deps, caller: Caller, cursor: string | undefined): Promise<CatchUp> => {
  const run = () => catchUp(deps, caller, cursor)
  return caller.viewer === null ? limitedOfTokens(run) : inTurn(caller.viewer.id, () => limited(run))
}

/**
 * Returns all events since a cursor that the caller may read by current memberships, without alerts that were dismissed or resolved
 * together meanwhile. Without a cursor: only the current cursor.
 */
async function catchUp({ db, topics }: Deps, caller: Caller, cursor: string | undefined): Promise<CatchUp> {
  if (cursor === undefined) return { events: [], cursor: await readCursor(db), complete: true }
  const [epoch = '', xid = ''] = cursor.split('.')
  if (BigInt(xid) >= CURSOR_END) return { events: [], cursor: await readCursor(db), complete: false }
  // One snapshot for memberships and events: a user who loses a group meanwhile gets none of its later events.
  const reply = await inSnapshot(db, async (tx) => {
    const tokenAlertIds = caller.tokenAlertId === null ? [] : [caller.tokenAlertId]
    // Events are stored with the rooms of unrestricted sessions. The names decide what a restricted one receives.
    const viewer = caller.viewer && { ...caller.viewer, isRestricted: false }
    const rooms = await topics.ofSubscriber(tx, { viewer, tokenAlertIds })
    const missed = await eventsSince(tx, rooms, { epoch, xid }, { count: CATCH_UP_MAX, bytes: CATCH_UP_BYTES_MAX })
    return { ...missed, events: missed.events && (await withoutEndedAlerts(tx, caller, missed.events)) }
  })
  if (reply.events === null) return { events: [], cursor: reply.cursor, complete: false }
  const isRestricted = caller.viewer?.isRestricted === true
  const events = reply.events
    .filter(({ name }) => !isRestricted || allowsRestricted(name))
    .map(({ id, name, payload }) => ({ eventId: id, name, payload }))
  return { events, cursor: reply.cursor, complete: true }
}

/** Prepares the journal for this process: deletes the events of another cluster and starts a new epoch of cursors. */
export async function openJournal(db: Db): Promise<void> {
  await deleteForeignEvents(db)
  await insertEpoch(db)
}

/** Deletes the events and epochs that no cursor can need any more. */
export async function pruneEventLog({ db, now }: Deps): Promise<void> {
  const before = new Date(now().getTime() - KEPT_HOURS * HOUR)
  await pruneEvents(db, before)
  await pruneEpochs(db, before)
  await pruneSkipped(db, before)
}

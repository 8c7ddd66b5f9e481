import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { EventName, EventPayload } from '@noroshi/contract/realtime'
import type { Announcer } from '#/realtime/announcer.ts'
import { type Db, untilNoDeadlock } from './pool.ts'

/** What was announced in a transaction and goes out after its commit. */
export interface Announcement {
  readonly eventId: string
  readonly name: EventName
  readonly rooms: readonly string[]
  readonly payload: unknown
}

export type Tx = Db & {
  /** Tells the rooms after the commit, and writes the event into the log within it. Nothing is told when it rolls back. */
  announce<Name extends EventName>(name: Name, rooms: readonly string[], payload: EventPayload<Name>): void
  /**
   * Runs once the change is known to be committed, before anybody is told: whoever changes rooms does it here, and announces
   * something to each person's own room, too.
   */
  beforeTelling(work: () => void): void
}

export type Transaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

/** All changes go through here: load for update, authorize, change, announce. */
export const transactionOn =
  (db: Db, announcer: Announcer): Transaction =>
  (work) =>
    untilNoDeadlock(() => attempt(db, announcer, work))

async function attempt<Result>(db: Db, announcer: Announcer, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const announcements: Announcement[] = []
  const committed: (() => void)[] = []
  const flight = announcer.takeOff()
  try {
    let cursor = ''
    const result = await db.transaction().execute(async (trx) => {
      const tx: Tx = Object.assign(trx, {
        announce(name: EventName, rooms: readonly string[], payload: unknown) {
          announcements.push({ eventId: uuidv7(), name, rooms, payload })
        },
        beforeTelling(later: () => void) {
          committed.push(later)
        },
      })
      const outcome = await work(tx)
      if (announcements.length > 0) cursor = await logEvents(trx, announcements)
      return outcome
    })
    for (const later of committed) later()
    flight.land(announcements, cursor)
    return result
  } catch (error) {
    flight.fail(
      error,
      announcements.map(({ eventId }) => eventId),
      committed,
    )
    throw error
  } finally {
    flight.end()
  }
}

/** Returns the transaction's horizon: everything below it is complete. */
async function logEvents(trx: Db, announcements: readonly Announcement[]): Promise<string> {
  const rows = announcements.map(
    ({ eventId, name, rooms, payload }) =>
      sql`(${eventId}::uuid, ${name}, ${[...rooms]}::text[], ${JSON.stringify(payload)}::jsonb)`,
  )
  const { rows: written } = await sql<{ cursor: string }>`
    INSERT INTO events (id, name, rooms, payload) VALUES ${sql.join(rows)}
    RETURNING pg_snapshot_xmin(pg_current_snapshot())::text AS cursor`.execute(trx)
  return written[0]?.cursor ?? ''
}

import { sql } from 'kysely'
import { newId } from './ids.ts'
import type { EventName, EventPayload } from '@noroshi/contract/realtime'
import type { InternalEventName, InternalEvents, JournalEventName } from './journal-events.ts'
import { type Db, isDiskFull, retryOnDeadlock } from './pool.ts'

interface OutgoingEvent {
  readonly eventId: string
  readonly name: JournalEventName
  readonly rooms: readonly string[]
  readonly payload: unknown
}

export type Tx = Db & {
  /** Writes an event to the journal within the transaction. Sockets receive it after the commit, and never after a rollback. */
  emit<Name extends EventName>(name: Name, rooms: readonly string[], payload: EventPayload<Name>): void
  /** Writes an event for consumers to the journal. No client receives it. */
  emitInternal<Name extends InternalEventName>(name: Name, payload: InternalEvents[Name]): void
}

/** The part of the journal readers that a transaction needs. */
export interface JournalWriter {
  /** Wakes the readers of all processes. */
  wake(): void
  /**
   * Resolves when the sockets of this process follow the rights that these events changed. It resolves at once for other events.
   */
  applied(names: readonly JournalEventName[]): Promise<void>
}

export type Transaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

/**
 * Returns the function that runs all changes: lock, authorize, change, emit. After the commit it wakes the journal readers, also
 * when the reply to the commit was lost, since only the journal knows the outcome. A change of rights resolves when the sockets
 * of this process follow it.
 * @param releaseSpace frees space on a full disk. The transaction is then repeated once.
 */
export const createTransaction =
  (db: Db, journal: JournalWriter, releaseSpace: () => Promise<boolean> = async () => false): Transaction =>
  (work) =>
    repeatOnFullDisk(releaseSpace, () => retryOnDeadlock(() => attempt(db, journal, work)))

/** Repeats the work once after space was freed on a full disk. */
export async function repeatOnFullDisk<Result>(
  releaseSpace: () => Promise<boolean>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDiskFull(error) && (await releaseSpace())) return work()
    throw error
  }
}

async function attempt<Result>(db: Db, journal: JournalWriter, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const events: OutgoingEvent[] = []
  try {
    const result = await db.transaction().execute(async (trx) => {
      const tx: Tx = Object.assign(trx, {
        emit(name: EventName, rooms: readonly string[], payload: unknown) {
          // An event without rooms has no recipient.
          if (rooms.length > 0) events.push({ eventId: newId(), name, rooms, payload })
        },
        emitInternal(name: InternalEventName, payload: unknown) {
          events.push({ eventId: newId(), name, rooms: [], payload })
        },
      })
      const outcome = await work(tx)
      if (events.length > 0) await writeEvents(trx, events)
      return outcome
    })
    await journal.applied(events.map(({ name }) => name))
    return result
  } finally {
    if (events.length > 0) journal.wake()
  }
}

/** Max events of a statement, which has at most 65,535 parameters. */
const EVENTS_AT_ONCE = 10_000

async function writeEvents(trx: Db, events: readonly OutgoingEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) {
    const rows = events
      .slice(at, at + EVENTS_AT_ONCE)
      .map(
        ({ eventId, name, rooms: to, payload }) =>
          sql`(${eventId}::uuid, ${name}, ${[...to]}::text[], ${JSON.stringify(payload)}::jsonb)`,
      )
    await sql`INSERT INTO events (id, name, rooms, payload) VALUES ${sql.join(rows)}`.execute(trx)
  }
}

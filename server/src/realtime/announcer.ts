import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'socket.io'
import type { ClientEvents, ServerEvents } from '@noroshi/contract/realtime'
import { isConnectionLost, isOutcomeUnknown } from '#/db/pool.ts'
import type { Announcement } from '#/db/transaction.ts'
import type { SocketData } from './io.ts'
import { isUserRoom } from './rooms.ts'

type Io = Pick<Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>, 'to' | 'in'>

/** One change on its way from its first statement to the sockets. */
export interface Flight {
  /** Committed: tell the rooms. `horizon` is the `pg_snapshot_xmin` of the change. */
  land(announcements: readonly Announcement[], horizon: string): void
  /**
   * It failed. Where the answer to its commit was lost, the log tells later whether these events are to be told; the work that
   * comes before telling is done then.
   */
  fail(error: unknown, eventIds: readonly string[], beforeTelling?: readonly (() => void)[]): void
  /** Over, told or rolled back. */
  end(): void
}

/** What the event log knows. */
export interface EventLog {
  /** Those of these events that were committed; `horizon`: no change below it is under way; `next`: the next change's number. */
  find(eventIds: readonly string[]): Promise<{ found: readonly Announcement[]; horizon: string; next: string }>
}

interface Doubt {
  readonly eventIds: readonly string[]
  readonly beforeTelling: readonly (() => void)[]
  readonly flight: { floor: bigint }
  /** Once nothing below is under way, what was not committed never will be. */
  barrier: bigint | null
}

/**
 * How often the log is asked about changes in doubt, in milliseconds. Every cursor is held down for so long: where PostgreSQL breaks
 * again and again, who lost the connection meanwhile would be sent back for more than one answer holds.
 */
const ASK_EVERY = 100

/**
 * Tells rooms what was committed, each event with a cursor below which this process has told everything.
 *
 * A change commits before its process hears of it, so a later change may be told first. Its horizon would then lie above
 * the earlier one, and a client that lost its connection in between would never ask for that. Every change in flight
 * therefore holds the cursor down to the highest horizon known when it began: its own transaction id is not below that.
 *
 * When PostgreSQL dies under a commit, nobody knows whether it holds. An SOS of that moment would be durable, its
 * repetition would be answered as one that is already there, and no phone would ever ring. So the log is asked.
 */
export class Announcer {
  #io: Io | null = null
  #highest: bigint
  #isClosed = false
  readonly #flights = new Set<{ floor: bigint }>()
  readonly #doubts = new Set<Doubt>()
  readonly #log: EventLog
  readonly #logError: (error: unknown) => void

  /** `horizon`: a durable one of the start. Without it the first events would send their hearers back to the log's beginning. */
  constructor(log: EventLog, horizon: string, logError: (error: unknown) => void) {
    this.#log = log
    this.#highest = BigInt(horizon)
    this.#logError = logError
  }

  /** Until sockets are attached, events go into the log alone. */
  attach(io: Io): void {
    this.#io = io
  }

  takeOff(): Flight {
    const flight = { floor: this.#highest }
    this.#flights.add(flight)
    let isInDoubt = false
    return {
      land: (announcements, horizon) => this.#tell(announcements, horizon),
      fail: (error, eventIds, beforeTelling = []) => {
        if (eventIds.length === 0 || this.#isClosed || !isOutcomeUnknown(error)) return
        isInDoubt = true
        this.#doubts.add({ eventIds, beforeTelling, flight, barrier: null })
        if (this.#doubts.size === 1) void this.#settleAll()
      },
      end: () => {
        if (!isInDoubt) this.#flights.delete(flight)
      },
    }
  }

  close(): void {
    this.#isClosed = true
    this.#doubts.clear()
  }

  #tell(announcements: readonly Announcement[], horizon: string): void {
    if (announcements.length === 0) return
    const own = BigInt(horizon)
    if (own > this.#highest) this.#highest = own
    const cursor = String(this.#cursorFor(own))
    for (const { name, rooms, payload, eventId } of announcements)
      // The name and its payload were typed together where they were announced.
      this.#io?.to([...rooms]).emit(name, payload as never, { eventId, cursor } as never)
  }

  #cursorFor(own: bigint): bigint {
    let lowest = own
    for (const { floor } of this.#flights) if (floor < lowest) lowest = floor
    return lowest
  }

  async #settleAll(): Promise<void> {
    while (this.#doubts.size > 0) {
      await sleep(ASK_EVERY, undefined, { ref: false })
      if (this.#isClosed) return
      const doubts = [...this.#doubts]
      try {
        const { found, horizon, next } = await this.#log.find(doubts.flatMap(({ eventIds }) => eventIds))
        for (const doubt of doubts) this.#settle(doubt, found, horizon, next)
      } catch (error) {
        if (!isConnectionLost(error)) this.#logError(error) // still away: asked again
      }
    }
  }

  #settle(doubt: Doubt, found: readonly Announcement[], horizon: string, next: string): void {
    const committed = found.filter(({ eventId }) => doubt.eventIds.includes(eventId))
    doubt.barrier ??= BigInt(next)
    if (committed.length === 0 && BigInt(horizon) < doubt.barrier) return
    const isLate = committed.length > 0 && doubt.beforeTelling.length > 0
    if (isLate) for (const work of doubt.beforeTelling) work()
    this.#tell(committed, String(doubt.flight.floor))
    if (isLate) this.#reconnectThose(committed)
    this.#flights.delete(doubt.flight)
    this.#doubts.delete(doubt)
  }

  /** Memberships may have changed again before this late work undid that: their people get the rooms that the database knows. */
  #reconnectThose(told: readonly Announcement[]): void {
    const rooms = told.flatMap((one) => one.rooms).filter(isUserRoom)
    // Nobody's rooms would be everybody's.
    if (rooms.length > 0) this.#io?.in(rooms).disconnectSockets(true)
  }
}

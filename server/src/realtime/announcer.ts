import type { Server } from 'socket.io'
import type { ClientEvents, ServerEvents } from '@noroshi/contract/realtime'
import type { Announcement } from '#/db/transaction.ts'
import type { SocketData } from './io.ts'

type Io = Pick<Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>, 'to'>

/** One change on its way from its first statement to the sockets. */
export interface Flight {
  /** Committed: tell the rooms. `horizon` is the `pg_snapshot_xmin` of the change. */
  land(announcements: readonly Announcement[], horizon: string): void
  /** Over, told or rolled back. */
  end(): void
}

/**
 * Tells rooms what was committed, each event with a cursor below which this process has told everything.
 *
 * A change commits before its process hears of it, so a later change may be told first. Its horizon would then lie above
 * the earlier one, and a client that lost its connection in between would never ask for that. Every change in flight
 * therefore holds the cursor down to the highest horizon known when it began: its own transaction id is not below that.
 */
export class Announcer {
  #io: Io | null = null
  #highest = 0n
  readonly #flights = new Set<{ floor: bigint }>()

  /** Until sockets are attached, events go into the log alone. */
  attach(io: Io): void {
    this.#io = io
  }

  takeOff(): Flight {
    const flight = { floor: this.#highest }
    this.#flights.add(flight)
    return {
      land: (announcements, horizon) => {
        if (announcements.length === 0) return
        const own = BigInt(horizon)
        if (own > this.#highest) this.#highest = own
        const cursor = String(this.#cursorFor(own))
        for (const { name, rooms, payload, eventId } of announcements)
          // The name and its payload were typed together where they were announced.
          this.#io?.to([...rooms]).emit(name, payload as never, { eventId, cursor } as never)
      },
      end: () => this.#flights.delete(flight),
    }
  }

  #cursorFor(own: bigint): bigint {
    let lowest = own
    for (const { floor } of this.#flights) if (floor < lowest) lowest = floor
    return lowest
  }
}

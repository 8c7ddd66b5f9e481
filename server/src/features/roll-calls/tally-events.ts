import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { presentCounts } from './roll-calls.present.ts'
import { rollCallRoom } from './roll-calls.rooms.ts'
import { claimTally, rollCallById } from './roll-calls.sql.ts'

/** Min milliseconds between two events with the counts of one roll-call, of all processes together. */
const TALLY_EVERY_MS = 1000

/** Emits the counts of roll-calls to those who watch them, throttled. The last change is always in an event. */
export class TallyEvents {
  readonly #deps: Deps
  /** `next`: when the next event is possible, by `performance.now()`. */
  readonly #tallies = new Map<string, { timer: NodeJS.Timeout | null; next: number }>()
  readonly #running = new Set<Promise<void>>()
  #isClosed = false

  constructor(deps: Deps) {
    this.#deps = deps
    deps.onClose(() => this.close())
  }

  /** Emits the counts of a roll-call now, or when the next event is possible. Counts that wait are in the same event. */
  emitSoon(id: string): void {
    const tally = this.#tallies.get(id) ?? { timer: null, next: 0 }
    if (tally.timer !== null) return
    const timer = setTimeout(
      () => {
        this.#tallies.set(id, { timer: null, next: performance.now() + TALLY_EVERY_MS })
        void this.#emit(id)
      },
      Math.max(0, tally.next - performance.now()),
    )
    this.#tallies.set(id, { ...tally, timer })
    for (const [other, { timer: waiting, next }] of this.#tallies)
      if (waiting === null && next < performance.now()) this.#tallies.delete(other)
  }

  #emit(id: string): Promise<void> {
    const running = this.#emitClaimed(id)
      .then((wait) => (wait > 0 ? this.#postpone(id, wait) : undefined))
      .catch((error: unknown) => {
        if (!isConnectionLost(error)) this.#deps.logError(error)
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Emits the counts. Returns the milliseconds until they can be emitted if another process has emitted counts before. */
  #emitClaimed(id: string): Promise<number> {
    return this.#deps.transaction(async (tx) => {
      const wait = await claimTally(tx, id, TALLY_EVERY_MS)
      // At shutdown nothing waits: the last answer is always in an event.
      if (wait === undefined || (wait > 0 && !this.#isClosed)) return wait ?? 0
      const row = await rollCallById(tx, id, null)
      if (row !== undefined)
        tx.emit('roll-call:tally', [rollCallRoom(id)], {
          rollCallId: id,
          version: row.counts_version,
          counts: presentCounts(row),
        })
      return 0
    })
  }

  /** Emits the counts after these milliseconds, because another process has emitted counts. */
  #postpone(id: string, wait: number): Promise<void> | undefined {
    if (this.#isClosed) return this.#emit(id)
    if (this.#tallies.get(id)?.timer) return undefined // They are in the event that waits.
    this.#tallies.set(id, { timer: null, next: performance.now() + wait })
    this.emitSoon(id)
    return undefined
  }

  /** Emits the counts that wait. Called at shutdown. */
  async close(): Promise<void> {
    this.#isClosed = true
    const waiting = [...this.#tallies].flatMap(([id, { timer }]) => (timer === null ? [] : [id]))
    for (const { timer } of this.#tallies.values()) if (timer !== null) clearTimeout(timer)
    this.#tallies.clear()
    await Promise.all([...this.#running, ...waiting.map((id) => this.#emit(id))])
  }
}

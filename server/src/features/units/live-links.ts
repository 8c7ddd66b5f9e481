import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#/db/jobs.ts'
import { isConnectionLost } from '#/db/pool.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { exchangeWith, waitAt } from './peers.service.ts'
import { hasNewsFor, trustedUnits } from './exchange.service.ts'
import { isSharing, type UnitRow } from './roster.sql.ts'
import { writeSegments } from './sequencer.ts'
import type { SyncContext } from './sync-context.service.ts'
import { WaitingUnits } from './waiting-units.ts'

/** Events of features whose rows are exchanged begin with these. */
const EVENTS = /^(?:alert|feed|post|comment|like|membership|page):/
/** Min milliseconds between two bundles for each unit, so that many writes share one. The first one goes at once. */
const GAP_MS = 200
/** Milliseconds between two looks at the settings and at the units to wait at. */
const EVERY_MS = 10_000
/** Milliseconds for which this process keeps waiting after the job last ran in it: another process may have taken it over. */
const LEASE_MS = 2 * EVERY_MS
/** Milliseconds without a request of a unit after which this one waits at it. One that reaches this server tells it at once. */
const SILENT_MS = 120_000
/** Max units that are told at a time. */
const UNITS_AT_ONCE = 4
/** Milliseconds for which a unit that was not reached is left to the regular exchange. */
const UNREACHED_MS = 30_000
/**
 * Waiting requests that end sooner without anything, and their number in a row after which the other unit does not wait: it has an
 * earlier version. One may end so because another exchange brought what it was woken for.
 */
const NO_WAIT_MS = 1000
const NO_WAITS_MAX = 3

/**
 * Exchanges at once what is written. Units with an address are told. The others wait at this one: their request ends when there is
 * something for them. The regular exchange stays, for what neither brings.
 */
export class LiveLinks {
  readonly waiting = new WaitingUnits()
  readonly #context: SyncContext
  readonly #inTurn = limitConcurrency(UNITS_AT_ONCE)
  readonly #ending = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #isOn = false
  #isNoted = false
  #hasStored = false
  #isLooking = false
  #leaseUntil = 0
  readonly #waitsAt = new Set<string>()
  readonly #unreached = new Map<string, number>()
  /** The units that are told now; true: there is more for them. */
  readonly #told = new Map<string, boolean>()

  constructor(context: SyncContext) {
    this.#context = context
    const { deps } = context
    deps.journal.onDelivered(({ name }) => {
      if (this.#isOn && EVENTS.test(name)) this.#look()
    })
    context.onStored.push(() => {
      this.#hasStored = true
      if (this.#isOn) this.#look()
    })
    deps.onClose(async () => {
      await Promise.all(this.#running)
    })
  }

  get jobs(): readonly Job[] {
    return [
      { name: 'units.live', every: EVERY_MS, firstAfter: 0, isPerProcess: true, run: () => this.#follow() },
      { name: 'units.wait', every: EVERY_MS, run: () => this.#waitAtOthers() },
    ]
  }

  /** Ends all waits at both ends. Called before the server closes. */
  close(): void {
    this.#ending.abort()
    this.waiting.close()
  }

  /** Waits until there is something for a unit, whose bundle this server has just taken. */
  async waitFor(unitId: string, gone: AbortSignal): Promise<void> {
    await writeSegments(this.#context)
    await this.waiting.wait(unitId, () => hasNewsFor(this.#context, unitId), gone)
  }

  async #follow(): Promise<void> {
    this.#isOn = await isSharing(this.#context.deps.db)
  }

  /** Runs a task that the close of the server waits for. */
  #start(task: () => Promise<void>): void {
    const running = task()
      .catch((error: unknown) => {
        if (!isConnectionLost(error) && !this.#ending.signal.aborted) this.#context.deps.logError(error)
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Looks for what was noted. Only the process that writes it tells the other units; all of them wake the waiting ones. */
  #look(): void {
    this.#isNoted = true
    if (this.#isLooking) return
    this.#isLooking = true
    this.#start(async () => {
      try {
        while (this.#isNoted && !this.#ending.signal.aborted) {
          this.#isNoted = false
          await writeSegments(this.#context)
          this.waiting.wakeAll()
          if (this.#hasStored) {
            this.#hasStored = false
            await this.#tell()
          }
          await sleep(GAP_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined)
        }
      } finally {
        this.#isLooking = false
      }
    })
  }

  async #tell(): Promise<void> {
    const now = performance.now()
    for (const unit of await trustedUnits(this.#context)) {
      if (unit.paired_url === null && unit.urls.length === 0) continue
      if ((this.#unreached.get(unit.unit_id) ?? 0) > now) continue
      this.#tellUnit(unit)
    }
  }

  #tellUnit(unit: UnitRow): void {
    const { unit_id: id } = unit
    if (this.#told.has(id)) {
      this.#told.set(id, true)
      return
    }
    this.#told.set(id, false)
    this.#start(() =>
      this.#inTurn(async () => {
        try {
          do {
            this.#told.set(id, false)
            const hasNews = await hasNewsFor(this.#context, id)
            if (hasNews && !(await exchangeWith(this.#context, unit, this.#ending.signal))) {
              this.#unreached.set(id, performance.now() + UNREACHED_MS)
              return
            }
          } while (this.#told.get(id) === true && !this.#ending.signal.aborted)
        } finally {
          this.#told.delete(id)
        }
      }),
    )
  }

  /** Keeps one waiting request at each unit that does not reach this one. One process of a server does it. */
  async #waitAtOthers(): Promise<void> {
    if (!this.#isOn || this.#ending.signal.aborted) return
    this.#leaseUntil = performance.now() + LEASE_MS
    for (const unit of await trustedUnits(this.#context)) {
      const { unit_id: id } = unit
      if (this.#waitsAt.has(id) || !this.#needsWait(unit)) continue
      this.#waitsAt.add(id)
      this.#start(() => this.#waitAt(id).finally(() => this.#waitsAt.delete(id)))
    }
  }

  #needsWait({ paired_url, urls, last_request_at }: UnitRow): boolean {
    if (paired_url === null && urls.length === 0) return false
    return last_request_at === null || Math.abs(this.#context.deps.now().getTime() - last_request_at.getTime()) > SILENT_MS
  }

  async #waitAt(unitId: string): Promise<void> {
    let noWaits = 0
    while (performance.now() < this.#leaseUntil && !this.#ending.signal.aborted) {
      const unit = (await trustedUnits(this.#context)).find(({ unit_id }) => unit_id === unitId)
      if (unit === undefined || !this.#needsWait(unit)) return
      const began = performance.now()
      const stored = await waitAt(this.#context, unit, this.#ending.signal)
      noWaits = stored === 0 && performance.now() - began < NO_WAIT_MS ? noWaits + 1 : 0
      // The next run of the job tries again.
      if (stored === null || noWaits === NO_WAITS_MAX) return
    }
  }
}

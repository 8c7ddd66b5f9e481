import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { presentAlertChange } from './alerts.present.ts'
import { roomsOfAlert } from './alerts.rooms.ts'
import { alertById } from './alerts.sql.ts'
import { markEmitted, alertsNotEmitted } from './emitted-versions.sql.ts'

/** Min milliseconds between two events of one alert for repeated SOS. */
const EMIT_EVERY = 5000

/**
 * Throttles the events of repeated SOS to one in 5 s for each alert. The changes are stored at once. The sender decides how
 * often it repeats, and each event reaches the whole audience (decisions/0012). The database records which changes were
 * emitted, so that a restart loses none.
 */
export class ChangeThrottle {
  readonly #deps: Deps
  readonly #alerts = new Map<string, { last: number; timer: NodeJS.Timeout | null }>()
  readonly #running = new Set<Promise<void>>()
  #isClosed = false

  constructor(deps: Deps) {
    this.#deps = deps
    deps.onClose(() => this.close())
  }

  /** Returns true if the caller may emit a change of this alert now. The caller then must emit it. */
  mayEmit(alertId: string): boolean {
    const state = this.#alerts.get(alertId)
    if (state && (state.timer !== null || performance.now() - state.last < EMIT_EVERY)) return false
    this.#alerts.set(alertId, { last: performance.now(), timer: null })
    this.#removeOld()
    return true
  }

  /** Emits the current alert at the end of the 5 s. Call it after the commit, also after one with an unknown outcome. */
  emitLater(alertId: string): void {
    const state = this.#alerts.get(alertId) ?? { last: -EMIT_EVERY, timer: null }
    if (state.timer !== null || this.#isClosed) return
    const wait = Math.max(0, state.last + EMIT_EVERY - performance.now())
    this.#alerts.set(alertId, { ...state, timer: setTimeout(() => void this.#emitNow(alertId), wait) })
  }

  /** Schedules the changes that a killed server stored and did not emit. */
  async start(): Promise<void> {
    for (const id of await alertsNotEmitted(this.#deps.db)) this.emitLater(id)
  }

  /** Emits all pending changes. Called at shutdown. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const [alertId, { timer }] of this.#alerts) {
      if (timer === null) continue
      clearTimeout(timer)
      void this.#emitNow(alertId)
    }
    await Promise.all(this.#running)
  }

  #emitNow(alertId: string): Promise<void> {
    this.#alerts.set(alertId, { last: performance.now(), timer: null })
    const running = emitChange(this.#deps, alertId)
      .catch((error: unknown) => {
        if (isConnectionLost(error)) this.emitLater(alertId)
        else this.#deps.logError(error)
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  #removeOld(): void {
    for (const [alertId, { last, timer }] of this.#alerts) {
      if (timer !== null || performance.now() - last < EMIT_EVERY) return // the map is in order of `last`
      this.#alerts.delete(alertId)
    }
  }
}

const emitChange = (deps: Deps, alertId: string): Promise<void> =>
  deps.transaction(async (tx) => {
    if (!(await markEmitted(tx, alertId))) return
    const row = await alertById(tx, alertId, null)
    if (row) tx.emit('alert:existing_alert', roomsOfAlert(row), presentAlertChange(row, row.medias))
  })

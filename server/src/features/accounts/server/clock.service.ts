import type { ClockJump, ClockState } from '@noroshi/contract/accounts/clock.http'
import { CLOCK_TOLERANCE_SECONDS } from '@noroshi/contract/limits'
import { readHighestId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { deleteSetting, readSetting, writeSetting } from './unit.sql.ts'

/** Milliseconds between two checks of the clock. */
const CHECK_EVERY = 10_000
/** Milliseconds between two writes of the current time. The next start compares its clock with it. */
const RECORD_EVERY = 300_000
const TOLERANCE = CLOCK_TOLERANCE_SECONDS * 1000
/** Milliseconds for which a server may be off without a question about its clock. */
const OFF_MAX = 7 * 86_400_000

type WatchDeps = Pick<Deps, 'db' | 'now' | 'logError'>
interface LastTime {
  readonly at: string
}

/** Returns the server's time and the last clock jump that is not confirmed. */
export const readClock = async ({ db, now }: Deps): Promise<ClockState> => ({
  now: now().toISOString(),
  jump: (await readSetting<ClockJump>(db, 'clockJump')) ?? null,
})

/**
 * Returns whether the clock has gone on evenly: no jump waits for a confirmation, and none has happened since the last check. Before
 * the first check nothing is known.
 */
export async function isClockSteady({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  const last = await readSetting<LastTime>(db, 'clockLast')
  const gap = last === undefined ? 0 : Math.abs(now().getTime() - Date.parse(last.at))
  return gap <= 2 * RECORD_EVERY && (await readSetting<ClockJump>(db, 'clockJump')) === undefined
}

/** Deletes the recorded clock jump, with an audit entry. */
export async function confirmClock(deps: Deps, auditActor: AuditActor): Promise<ClockState> {
  await deps.transaction(async (tx) => {
    if (!(await deleteSetting(tx, 'clockJump'))) return
    await recordAudit(tx, { ...auditActor, action: 'clock.confirmed', targetKind: 'settings', targetId: null })
  })
  return readClock(deps)
}

/**
 * Compares the wall clock with the monotonic clock, and at the start with the last recorded time. A jump is logged and stored
 * until an administrator confirms the clock.
 */
export class ClockWatch {
  readonly #deps: WatchDeps
  readonly #warn: (text: string) => void
  /** Milliseconds of the monotonic clock. */
  readonly #monotonic: () => number
  /** Wall clock minus monotonic clock at the last check; null before the first check. */
  #difference: number | null = null
  #recordedAt = -Infinity

  constructor(deps: WatchDeps, warn: (text: string) => void, monotonic: () => number = () => performance.now()) {
    this.#deps = deps
    this.#warn = warn
    this.#monotonic = monotonic
  }

  async check(): Promise<void> {
    const { db, now } = this.#deps
    const [wall, monotonic] = [now().getTime(), this.#monotonic()]
    const difference = wall - monotonic
    const isStart = this.#difference === null
    const jump = this.#difference === null ? await this.#jumpSinceRecord(wall) : difference - this.#difference
    this.#difference = difference
    if (Math.abs(jump) > TOLERANCE) await this.#report(jump, wall, isStart && jump > 0)
    // Another process on this database, with another clock, may have stored higher ids.
    await readHighestId(db)
    if (monotonic - this.#recordedAt < RECORD_EVERY && Math.abs(jump) <= TOLERANCE) return
    this.#recordedAt = monotonic
    await writeSetting(db, 'clockLast', { at: new Date(wall).toISOString() } satisfies LastTime)
  }

  /**
   * Returns milliseconds that the clock went back while no process of this server ran, or that it is ahead if they are more than
   * a server is usually off.
   */
  async #jumpSinceRecord(wall: number): Promise<number> {
    const last = await readSetting<LastTime>(this.#deps.db, 'clockLast')
    const gap = last === undefined ? 0 : wall - new Date(last.at).getTime()
    return gap > OFF_MAX ? gap : Math.min(0, gap)
  }

  async #report(jump: number, wall: number, isSinceStop: boolean): Promise<void> {
    const seconds = Math.round(jump / 1000)
    const at = new Date(wall).toISOString()
    const what = isSinceStop ? 'is ahead of its last run by' : 'jumped by'
    this.#warn(`The server's clock ${what} ${seconds} s. It is ${at} now. Check the clock of this machine.`)
    await writeSetting(this.#deps.db, 'clockJump', { at, seconds, ...(isSinceStop && { isSinceStop }) } satisfies ClockJump)
  }
}

/** Starts the clock checks. Returns a function that stops them. */
export async function watchClock(deps: WatchDeps, warn: (text: string) => void): Promise<() => Promise<void>> {
  const watch = new ClockWatch(deps, warn)
  await watch.check()
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= watch
      .check()
      .catch(deps.logError)
      .finally(() => {
        running = null
      })
  }, CHECK_EVERY)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

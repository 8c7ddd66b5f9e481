import type { z } from 'zod'
import type { AlertForViewer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { isConnectionLost, retryOnDeadlock } from '#/db/pool.ts'
import { batchWrites } from '#/db/batch-writes.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { presentAlertForViewer, presentCounts } from '../alerts.present.ts'
import { alertRoom, roomsWithSession } from '../alerts.rooms.ts'
import { alertById, alertForUpdate } from '../alerts.sql.ts'
import { loadAlert } from '../alerts.service.ts'
import { reportProgress } from '../handling/progress.service.ts'
import { deleteChoice } from '../handling/responder-locations.sql.ts'
import { countsOf, type Delivery, ledgerOf, type LedgerRow, notReachedBy, recordAnswer, recordDeliveries } from './ledger.sql.ts'

/** Deliveries of this many milliseconds are written in one statement. */
const BATCH_MS = 200
/** Min milliseconds between two events with the counts of one alert. */
const COUNTS_INTERVAL_MS = 1000
/** Max alerts a second whose counts are emitted for deliveries only. The others follow later. Answers do not count. */
const DELIVERY_ALERTS_PER_SECOND = 20
const RESPONDERS_SHOWN = 10
const LEDGER_ROWS_MAX = 1000

interface PendingDelivery extends Delivery {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Writes the deliveries of this process in batches and emits the counts of alerts, throttled. */
export class Ledger {
  readonly #deps: Deps
  #pending: PendingDelivery[] = []
  #batchTimer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()
  readonly #throttled = new Map<string, { timer: NodeJS.Timeout | null; last: number }>()
  /** Alerts with new deliveries whose counts are not emitted yet. */
  readonly #notEmitted = new Set<string>()
  /** Number of them that may be emitted in the current second. */
  #quota = DELIVERY_ALERTS_PER_SECOND
  #quotaTimer: NodeJS.Timeout | null = null
  readonly #running = new Set<Promise<void>>()
  #isClosed = false

  readonly #emitBatched: ReturnType<typeof batchWrites<string, void>>

  constructor(deps: Deps) {
    this.#deps = deps
    deps.onClose(() => this.close())
    deps.metrics.watchQueue('deliveries', () => this.#pending.length)
    this.#emitBatched = batchWrites(async (alertIds: readonly string[]) => {
      await deps.transaction((tx) => emitLedgers(tx, alertIds))
      return alertIds.map(() => undefined)
    })
    deps.metrics.watchQueue('ledgers', this.#emitBatched.waiting)
  }

  /** Resolves once the delivery is durable. */
  recordDelivery(userId: string, alertIds: readonly string[]): Promise<void> {
    this.#deps.metrics.recordDelivery(alertIds)
    return new Promise((resolve, reject) => {
      this.#pending.push({ userId, alertIds, resolve, reject })
      this.#writeSoon()
    })
  }

  /** Writes one batch at a time, since two batches would wait for each other's row locks. */
  #writeSoon(): void {
    this.#batchTimer ??= setTimeout(() => {
      this.#writing = this.#write()
    }, BATCH_MS)
  }

  async #write(): Promise<void> {
    const batch = this.#pending
    this.#pending = []
    try {
      const changed = await retryOnDeadlock(() => recordDeliveries(this.#deps.db, batch, this.#deps.now()))
      for (const alertId of changed) this.#notEmitted.add(alertId)
      this.#emitDeliveries()
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    this.#batchTimer = null
    if (this.#pending.length > 0) this.#writeSoon()
  }

  /**
   * Emits the newest alerts, which are on top of every screen, and as many of the oldest, so that a flood delays
   * neither.
   */
  #emitDeliveries(): void {
    const byAge = [...this.#notEmitted].toSorted()
    const newest = this.#quota > 0 ? byAge.slice(-Math.ceil(this.#quota / 2)) : []
    const oldest = byAge.slice(0, Math.min(byAge.length - newest.length, this.#quota - newest.length))
    for (const alertId of [...newest, ...oldest]) this.emitCountsSoon(alertId)
    this.#quota -= newest.length + oldest.length
    if (newest.length > 0 || this.#notEmitted.size > 0) this.#emitNextSecond()
  }

  #emitNextSecond(): void {
    this.#quotaTimer ??= setTimeout(() => {
      this.#quotaTimer = null
      this.#quota = DELIVERY_ALERTS_PER_SECOND
      this.#emitDeliveries()
    }, COUNTS_INTERVAL_MS)
  }

  /** Emits the counts of an alert now, or a second after the last event. */
  emitCountsSoon(alertId: string): void {
    this.#notEmitted.delete(alertId)
    const state = this.#throttled.get(alertId) ?? { timer: null, last: -Infinity }
    if (state.timer !== null) return
    const wait = Math.max(0, state.last + COUNTS_INTERVAL_MS - performance.now())
    state.timer = setTimeout(() => {
      this.#throttled.set(alertId, { timer: null, last: performance.now() })
      void this.#emitNow(alertId)
    }, wait)
    this.#throttled.set(alertId, state)
    this.#removeOld()
  }

  /** Emits the counts of an alert. Retries after a lost database connection. */
  #emitNow(alertId: string): Promise<void> {
    const running = this.#emitBatched(alertId)
      .catch((error: unknown) => {
        if (!isConnectionLost(error) || this.#isClosed) return this.#deps.logError(error)
        this.#notEmitted.add(alertId)
        this.#emitNextSecond()
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  #removeOld(): void {
    for (const [alertId, { timer, last }] of this.#throttled)
      if (timer === null && performance.now() - last > COUNTS_INTERVAL_MS) this.#throttled.delete(alertId)
  }

  /** Writes the pending deliveries and emits the pending counts. Called at shutdown. */
  async close(): Promise<void> {
    if (this.#batchTimer) clearTimeout(this.#batchTimer)
    await this.#writing
    if (this.#pending.length > 0) await this.#write()
    if (this.#batchTimer) clearTimeout(this.#batchTimer)
    this.#isClosed = true
    if (this.#quotaTimer) clearTimeout(this.#quotaTimer)
    const remaining = new Set(this.#notEmitted)
    for (const [alertId, { timer }] of this.#throttled) {
      if (timer === null) continue
      clearTimeout(timer)
      remaining.add(alertId)
    }
    this.#throttled.clear()
    await Promise.all([...this.#running, ...[...remaining].map((alertId) => this.#emitNow(alertId))])
  }
}

/** Emits the counts and the latest responders of these alerts to their readers. */
export async function emitLedgers(tx: Tx, alertIds: readonly string[]): Promise<void> {
  for (const row of await countsOf(tx, alertIds, RESPONDERS_SHOWN)) {
    const [version, responders] = [row.counts_version, row.responders.map(presentPerson)]
    const payload = { alertId: row.id, version, counts: presentCounts(row) }
    tx.emit('alert:ledger', roomsWithSession(row), { ...payload, responders })
    // The device of an anonymous raiser gets no names. A socket in rooms of both keeps the first copy of a version.
    if (row.raised_by === null) tx.emit('alert:ledger', [alertRoom(row.id)], { ...payload, responders: [] })
  }
}

type NewAnswer = z.output<typeof alertRoutes.answer.body>

/**
 * Records 'seen' or an answer. An answer that waited on a device does not replace a later one of another device.
 * @throws alert.alreadyResolved (409) for an answer after the resolution; 'seen' is always accepted.
 */
export async function answerAlert(
  deps: Deps,
  ledger: Ledger,
  viewer: SignedIn,
  id: string,
  { answer, ageMs = 0, progress, isShownToRaiser }: NewAnswer,
): Promise<AlertForViewer> {
  const { row, facts } = await loadAlert(deps, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:answer', facts)
  await deps.transaction(async (tx) => {
    // The lock of the alert orders answers and the resolution.
    const locked = answer === 'seen' ? null : await alertForUpdate(tx, id, viewer.id)
    if (locked && locked.resolved_at !== null) throw new AppError('alert.alreadyResolved')
    const { deviceId } = viewer
    // A raiser with an account reads the ledger.
    const isShown = row.raised_by === null ? (isShownToRaiser ?? null) : null
    const given = { answer: answer === 'seen' ? null : answer, ageMs, deviceId, at: deps.now(), isShown }
    const stored = await recordAnswer(tx, id, viewer.id, given)
    if (!stored) return
    if (stored.answer === 'cannotHelp') await deleteChoice(tx, id, viewer.id)
    if (progress && locked && stored.answer === 'responding')
      await reportProgress(tx, { alertId: id, userId: viewer.id, progress, at: new Date(given.at.getTime() - ageMs) })
    const own = await alertById(tx, id, viewer.id)
    const { seen_at, answer: ownAnswer } = stored
    const payload = {
      alertId: id,
      seenAt: seen_at?.toISOString() ?? null,
      answer: ownAnswer,
      ...(own?.my_progress && { progress: own.my_progress }),
      ...(own?.is_shown_to_raiser && { isShownToRaiser: true as const }),
      version: own?.my_version ?? stored.version,
    }
    tx.emit('alert:answered', [userRoom(viewer.id)], payload)
  })
  ledger.emitCountsSoon(id)
  // Runs after the commit, because two open transactions see different counts of one version.
  return presentAlertForViewer((await alertById(deps.db, id, viewer.id)) ?? row, viewer, facts)
}

/** Records that a device of the viewer shows the notification of an alert. The viewer must be in its audience. */
export async function recordShownAlert(deps: Deps, ledger: Ledger, viewer: SignedIn, id: string): Promise<void> {
  const { facts } = await loadAlert(deps, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:answer', facts)
  await ledger.recordDelivery(viewer.id, [id])
}

/** Returns the counts, the first LEDGER_ROWS_MAX rows of an alert's ledger, and as many users whom it did not reach. */
export async function readLedger(deps: Deps, viewer: SignedIn, id: string): Promise<z.output<typeof alertRoutes.ledger.reply>> {
  const { row, facts } = await loadAlert(deps, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:readLedger', facts)
  return {
    counts: presentCounts(row),
    countsVersion: row.counts_version,
    items: (await ledgerOf(deps.db, id, LEDGER_ROWS_MAX)).map(presentEntry),
    notReached: (await notReachedBy(deps.db, id, LEDGER_ROWS_MAX)).map(presentPerson),
  }
}

const presentEntry = (row: LedgerRow) => ({
  user: presentPerson(row),
  ...(row.unit_name !== null && { unitName: row.unit_name }),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  seenAt: row.seen_at?.toISOString() ?? null,
  answer: row.answer,
  answeredAt: row.answered_at?.toISOString() ?? null,
  ...(row.progress && row.answer === 'responding' && { progress: row.progress }),
  ...(row.progress_at && row.answer === 'responding' && { progressAt: row.progress_at.toISOString() }),
})

import type { z } from 'zod'
import type { AlertForViewer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { untilNoDeadlock } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { presentAlert, presentAlertForViewer } from './alerts.present.ts'
import { roomsOfAlert } from './alerts.rooms.ts'
import { alertById, alertForUpdate } from './alerts.sql.ts'
import { openAlert } from './alerts.service.ts'
import {
  type Delivery,
  ledgerOf,
  type LedgerRow,
  raiseLedgerVersion,
  respondersOf,
  writeAnswer,
  writeDeliveries,
} from './ledger.sql.ts'

/** Deliveries are gathered this long and written together, in milliseconds. */
const BATCH_EVERY = 200
/** Counts of one alert are announced at most this often, in milliseconds. */
const COUNTS_EVERY = 1000
const RESPONDERS_SHOWN = 10
const LEDGER_ROWS_MAX = 1000

interface Waiting extends Delivery {
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** The ledger of this process: gathers deliveries, and tells counts in a calm rhythm. */
export class Ledger {
  readonly #deps: Deps
  #waiting: Waiting[] = []
  #batch: NodeJS.Timeout | null = null
  readonly #telling = new Map<string, { timer: NodeJS.Timeout | null; last: number }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Resolves once the delivery is durable. */
  delivered(userId: string, alertIds: readonly string[]): Promise<void> {
    this.#batch ??= setTimeout(() => void this.#write(), BATCH_EVERY)
    const written = alertIds.map(
      (alertId) => new Promise<void>((done, failed) => this.#waiting.push({ alertId, userId, done, failed })),
    )
    return Promise.all(written).then(() => undefined)
  }

  async #write(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    this.#batch = null
    try {
      const changed = await untilNoDeadlock(() => writeDeliveries(this.#deps.db, batch, this.#deps.now()))
      for (const alertId of changed) this.changed(alertId)
      for (const { done } of batch) done()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }

  /** The counts of an alert changed: they are told now, or when a second has passed since the last time. */
  changed(alertId: string): void {
    const told = this.#telling.get(alertId) ?? { timer: null, last: 0 }
    if (told.timer !== null) return
    const wait = Math.max(0, told.last + COUNTS_EVERY - Date.now())
    told.timer = setTimeout(() => {
      this.#telling.set(alertId, { timer: null, last: Date.now() })
      announceCounts(this.#deps, alertId).catch(this.#deps.logError)
    }, wait)
    this.#telling.set(alertId, told)
    this.#forgetOld()
  }

  #forgetOld(): void {
    for (const [alertId, { timer, last }] of this.#telling)
      if (timer === null && Date.now() - last > COUNTS_EVERY) this.#telling.delete(alertId)
  }

  /** Writes and tells what waits; for the server's end. */
  async close(): Promise<void> {
    if (this.#batch) {
      clearTimeout(this.#batch)
      await this.#write()
    }
    for (const [alertId, { timer }] of this.#telling) {
      if (timer === null) continue
      clearTimeout(timer)
      await announceCounts(this.#deps, alertId).catch(this.#deps.logError)
    }
    this.#telling.clear()
  }
}

async function announceCounts(deps: Deps, alertId: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const version = await raiseLedgerVersion(tx, alertId) // locks the row: counts are told in their order
    const row = await alertById(tx, alertId, null)
    if (!row) return
    const responders = await respondersOf(tx, alertId, RESPONDERS_SHOWN)
    const { counts } = presentAlert(row)
    tx.announce('alert:ledger', roomsOfAlert(row), { alertId, version, counts, responders: responders.map(presentPerson) })
  })
}

/** @throws alert.alreadyResolved (409) for an answer after the resolution; that it was seen is always taken. */
export async function answerAlert(
  deps: Deps,
  ledger: Ledger,
  viewer: SignedIn,
  id: string,
  answer: 'seen' | 'responding' | 'cannotHelp',
): Promise<AlertForViewer> {
  const { row, facts } = await openAlert(deps, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:answer', facts)
  const answered = await deps.transaction(async (tx) => {
    // Under the alert's lock: an answer is never written after a resolution that it did not see.
    const locked = answer === 'seen' ? null : await alertForUpdate(tx, id, viewer.id)
    if (locked && locked.resolved_at !== null) throw new AppError('alert.alreadyResolved')
    await writeAnswer(tx, id, viewer.id, answer === 'seen' ? null : answer, deps.now())
    const written = (await alertById(tx, id, viewer.id)) ?? row
    const presented = presentAlertForViewer(written, viewer.id, false)
    const { seenAt, answer: mine } = presented.viewer
    tx.announce('alert:answered', [userRoom(viewer.id)], { alertId: id, seenAt, answer: mine })
    return presented
  })
  ledger.changed(id)
  return answered
}

export async function readLedger(deps: Deps, viewer: SignedIn, id: string): Promise<z.output<typeof alertRoutes.ledger.reply>> {
  const { row, facts } = await openAlert(deps, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:readLedger', facts)
  return { counts: presentAlert(row).counts, items: (await ledgerOf(deps.db, id, LEDGER_ROWS_MAX)).map(presentEntry) }
}

const presentEntry = (row: LedgerRow) => ({
  user: presentPerson(row),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  seenAt: row.seen_at?.toISOString() ?? null,
  answer: row.answer,
  answeredAt: row.answered_at?.toISOString() ?? null,
})

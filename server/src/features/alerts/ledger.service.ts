import type { z } from 'zod'
import type { AlertForViewer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { isConnectionLost, untilNoDeadlock } from '#/db/pool.ts'
import { together } from '#/db/together.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { presentAlertForViewer, presentCounts } from './alerts.present.ts'
import { roomsOfAlert } from './alerts.rooms.ts'
import { alertById, alertForUpdate } from './alerts.sql.ts'
import { openAlert } from './alerts.service.ts'
import {
  countsOf,
  type Delivery,
  ledgerOf,
  type LedgerRow,
  raiseLedgerVersions,
  writeAnswer,
  writeDeliveries,
} from './ledger.sql.ts'

/** Deliveries are gathered this long and written together, in milliseconds. */
const BATCH_EVERY = 200
/** Counts of one alert are announced at most this often, in milliseconds. */
const COUNTS_EVERY = 1000
/** Deliveries alone are announced for so many alerts a second; in a flood the counts of the others come later. Answers never wait. */
const DELIVERIES_TOLD = 20
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
  #writing: Promise<void> = Promise.resolve()
  readonly #telling = new Map<string, { timer: NodeJS.Timeout | null; last: number }>()
  /** Alerts whose deliveries are to be told, and how many more may be in this second. */
  readonly #untold = new Set<string>()
  #left = DELIVERIES_TOLD
  #second: NodeJS.Timeout | null = null
  readonly #underWay = new Set<Promise<void>>()
  #isClosed = false

  readonly #tell: (alertId: string) => Promise<void>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#tell = together(async (alertIds: readonly string[]) => {
      await announceCounts(deps, alertIds)
      return alertIds.map(() => undefined)
    })
  }

  /** Resolves once the delivery is durable. */
  delivered(userId: string, alertIds: readonly string[]): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ userId, alertIds, done, failed })
      this.#writeSoon()
    })
  }

  /** One batch at a time: two would wait for one another's rows. */
  #writeSoon(): void {
    this.#batch ??= setTimeout(() => {
      this.#writing = this.#write()
    }, BATCH_EVERY)
  }

  async #write(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    try {
      const changed = await untilNoDeadlock(() => writeDeliveries(this.#deps.db, batch, this.#deps.now()))
      for (const alertId of changed) this.#untold.add(alertId)
      this.#tellDeliveries()
      for (const { done } of batch) done()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
    this.#batch = null
    if (this.#waiting.length > 0) this.#writeSoon()
  }

  /** The newest, which lie on top of every screen, and as many of the oldest: no flood hides what was there before it. */
  #tellDeliveries(): void {
    const byAge = [...this.#untold].toSorted()
    const newest = this.#left > 0 ? byAge.slice(-Math.ceil(this.#left / 2)) : []
    const oldest = byAge.slice(0, Math.min(byAge.length - newest.length, this.#left - newest.length))
    for (const alertId of [...newest, ...oldest]) this.changed(alertId)
    this.#left -= newest.length + oldest.length
    if (newest.length > 0 || this.#untold.size > 0) this.#tellNextSecond()
  }

  #tellNextSecond(): void {
    this.#second ??= setTimeout(() => {
      this.#second = null
      this.#left = DELIVERIES_TOLD
      this.#tellDeliveries()
    }, COUNTS_EVERY)
  }

  /** The counts of an alert changed: they are told now, or when a second has passed since the last time. */
  changed(alertId: string): void {
    this.#untold.delete(alertId)
    const told = this.#telling.get(alertId) ?? { timer: null, last: 0 }
    if (told.timer !== null) return
    const wait = Math.max(0, told.last + COUNTS_EVERY - Date.now())
    told.timer = setTimeout(() => {
      this.#telling.set(alertId, { timer: null, last: Date.now() })
      void this.#tellNow(alertId)
    }, wait)
    this.#telling.set(alertId, told)
    this.#forgetOld()
  }

  /** What could not be told since PostgreSQL is away is told when it is back. */
  #tellNow(alertId: string): Promise<void> {
    const telling = this.#tell(alertId)
      .catch((error: unknown) => {
        if (!isConnectionLost(error) || this.#isClosed) return this.#deps.logError(error)
        this.#untold.add(alertId)
        this.#tellNextSecond()
      })
      .finally(() => this.#underWay.delete(telling))
    this.#underWay.add(telling)
    return telling
  }

  #forgetOld(): void {
    for (const [alertId, { timer, last }] of this.#telling)
      if (timer === null && Date.now() - last > COUNTS_EVERY) this.#telling.delete(alertId)
  }

  /** Writes and tells what waits; for the server's end. */
  async close(): Promise<void> {
    if (this.#batch) clearTimeout(this.#batch)
    await this.#writing
    if (this.#waiting.length > 0) await this.#write()
    if (this.#batch) clearTimeout(this.#batch)
    this.#isClosed = true
    if (this.#second) clearTimeout(this.#second)
    const untold = new Set(this.#untold)
    for (const [alertId, { timer }] of this.#telling) {
      if (timer === null) continue
      clearTimeout(timer)
      untold.add(alertId)
    }
    this.#telling.clear()
    await Promise.all([...this.#underWay, ...[...untold].map((alertId) => this.#tellNow(alertId))])
  }
}

async function announceCounts(deps: Deps, alertIds: readonly string[]): Promise<void> {
  await deps.transaction(async (tx) => {
    const versions = await raiseLedgerVersions(tx, alertIds)
    for (const row of await countsOf(tx, alertIds, RESPONDERS_SHOWN)) {
      const [version = 0, responders] = [versions.get(row.id), row.responders.map(presentPerson)]
      tx.announce('alert:ledger', roomsOfAlert(row), { alertId: row.id, version, counts: presentCounts(row), responders })
    }
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
  return { counts: presentCounts(row), items: (await ledgerOf(deps.db, id, LEDGER_ROWS_MAX)).map(presentEntry) }
}

const presentEntry = (row: LedgerRow) => ({
  user: presentPerson(row),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  seenAt: row.seen_at?.toISOString() ?? null,
  answer: row.answer,
  answeredAt: row.answered_at?.toISOString() ?? null,
})

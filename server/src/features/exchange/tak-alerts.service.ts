import type { Db } from '#/db/pool.ts'
import { exportedAlert, newestLocatedIds } from '#/features/alerts/exported-alerts.service.ts'
import type { CotObject } from './cot-event.ts'
import type { UnitFacts } from './feed-content.ts'
import type { TakServerRow } from './tak.sql.ts'
import { alertUid, cotAlert } from './tak-content.ts'

/** Max active alerts of anonymous raisers, and max others, that leave. The newest ones do. */
const TAK_ALERTS_MAX = 500
/** Milliseconds after which all alerts are read again. */
const READ_MS = 60_000

type AlertObjects = ReadonlyMap<string, CotObject>

/** The active alerts that leave to the TAK server, by their names there. */
export class TakAlerts {
  readonly #db: Db
  #anonymous = new Map<string, CotObject>()
  #others = new Map<string, CotObject>()
  /** `performance.now()` */
  #readAt = Number.NEGATIVE_INFINITY
  #changed = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Marks an alert as changed. */
  noteChange(id: string): void {
    this.#changed.add(id)
  }

  /** Next time, all alerts are read. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY
  }

  /** Reads the alerts that changed, and at times all: also after a failure. */
  async read(server: TakServerRow, unit: UnitFacts): Promise<AlertObjects> {
    const startedAt = performance.now()
    const readAt = this.#readAt
    const isDue = startedAt - readAt >= READ_MS
    const changed = this.#changed
    this.#changed = new Set()
    this.#readAt = Number.NEGATIVE_INFINITY
    const anonymous = new Map(isDue ? [] : this.#anonymous)
    const others = new Map(isDue ? [] : this.#others)
    for (const id of isDue ? await newestLocatedIds(this.#db, TAK_ALERTS_MAX, server.includes_drills) : changed) {
      const exported = await exportedAlert(this.#db, id)
      const object = exported === undefined ? null : cotAlert(exported, server, unit)
      for (const objects of [anonymous, others]) objects.delete(alertUid(server, id))
      if (object !== null) addNewest(exported?.alert.raisedBy === null ? anonymous : others, object)
    }
    this.#anonymous = anonymous
    this.#others = others
    this.#readAt = isDue ? startedAt : readAt
    return new Map([...anonymous, ...others])
  }

  /** Whether an alert is active and leaves no more only because there are too many newer ones. */
  async isBeyondLimit(uid: string, server: TakServerRow, unit: UnitFacts): Promise<boolean> {
    const prefix = alertUid(server, '')
    if (!uid.startsWith(prefix)) return false
    const exported = await exportedAlert(this.#db, uid.slice(prefix.length))
    return exported !== undefined && cotAlert(exported, server, unit) !== null
  }
}

function addNewest(objects: Map<string, CotObject>, object: CotObject): void {
  objects.set(object.uid, object)
  const [oldest] = objects.keys()
  if (objects.size > TAK_ALERTS_MAX && oldest !== undefined) objects.delete(oldest)
}

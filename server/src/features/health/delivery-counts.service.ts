import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import {
  addDeliveries,
  deleteDeliveriesBefore,
  type DeliveryDelta,
  deliveriesOf,
  type DeliveryKind,
} from './delivery-counts.sql.ts'
import { type CheckReading, type HealthAdvice, numberFact, problemIf, type ReadFact, readingOf } from './health-check.service.ts'

const HOUR_MS = 3_600_000
/** Hours of which deliveries are counted, and hours after which they are forgotten. */
const COUNTED_HOURS = 24
const KEPT_HOURS = 7 * 24
/** Milliseconds between two writes. */
const WRITE_EVERY_MS = 10_000
/** All services that neither are known nor were chosen by the operator. A member can subscribe with any address. */
export const OTHER_SERVICES = ''
/** Max services that are named. */
const NAMED_MAX = 5

/** Counts notifications and emails by their service, in memory between two writes. */
export class DeliveryCounts {
  readonly #deps: Pick<Deps, 'db' | 'now'>
  #counted = new Map<string, DeliveryDelta>()

  constructor(deps: Pick<Deps, 'db' | 'now'>) {
    this.#deps = deps
  }

  /** Counts an attempt. @param service one of a few names, such as the host of the mail server */
  record(kind: DeliveryKind, service: string, isSent: boolean): void {
    const key = `${kind} ${service}`
    const { sent, failed, sentAt, failedAt } = this.#counted.get(key) ?? { sent: 0, failed: 0, sentAt: null, failedAt: null }
    const at = this.#deps.now().toISOString()
    const counted = isSent ? { sent: sent + 1, failed, sentAt: at, failedAt } : { sent, failed: failed + 1, sentAt, failedAt: at }
    this.#counted.set(key, { kind, service, ...counted })
  }

  /** Writes what was counted. If it fails, it is lost. */
  async write(): Promise<void> {
    const deltas = [...this.#counted.values()]
    if (deltas.length === 0) return
    this.#counted = new Map()
    await addDeliveries(this.#deps.db, hoursBefore(this.#deps.now(), 0), deltas)
  }
}

const hoursBefore = (at: Date, hours: number): Date => new Date((Math.floor(at.getTime() / HOUR_MS) - hours) * HOUR_MS)

/** Writes what this process counted. */
export const deliveryCountsJob = ({ deliveries }: Pick<Deps, 'deliveries'>): Job => ({
  name: 'delivery counts',
  every: WRITE_EVERY_MS,
  isPerProcess: true,
  run: () => deliveries.write(),
})

export const deleteOldDeliveries = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteDeliveriesBefore(db, hoursBefore(now(), KEPT_HOURS))

/**
 * Reads whether deliveries of a kind arrive at their services. A service that has accepted none in the last days is a problem
 * only if no service has: a member may have subscribed with the address of no service.
 */
export async function readDeliveries(
  { db, now, deliveries }: Pick<Deps, 'db' | 'now' | 'deliveries'>,
  kind: DeliveryKind,
  advice: { readonly failing: HealthAdvice; readonly none: HealthAdvice },
): Promise<CheckReading> {
  await deliveries.write()
  const services = await deliveriesOf(db, kind, hoursBefore(now(), COUNTED_HOURS - 1))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const facts: ReadFact[] = [
    numberFact('count', 'sent', sum(services.map(({ sent }) => sent))),
    numberFact('count', 'notSent', sum(services.map(({ failed }) => failed))),
  ]
  for (const { service, failed } of services.slice(0, NAMED_MAX))
    if (failed > 0 && service !== OTHER_SERVICES) facts.push(numberFact('count', 'notSent', failed, service))
  if (services.length === 0) return { level: 'unknown', advice: advice.none, facts }
  const working = services.filter(({ sent_at }) => sent_at !== null)
  const failing = (working.length > 0 ? working : services).filter(
    ({ sent_at, failed_at }) => failed_at !== null && (sent_at === null || failed_at > sent_at),
  )
  return readingOf(facts, [
    problemIf(failing.length > 0, failing.length === Math.max(working.length, 1) ? 'failure' : 'warning', advice.failing),
  ])
}

import { createHash } from 'node:crypto'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { isConnectionLost } from '#/db/pool.ts'
import type { PushClient, PushOutcome } from '#/ports/push/push-client.ts'
import {
  claimDue,
  countPending,
  deleteNotification,
  dueOrigins,
  type DueNotification,
  keepShown,
  nextDue,
  postponeNotification,
} from './notifications.sql.ts'
import { OriginQueue } from './origin-queue.ts'
import { serviceOf } from './push-health.ts'
import { type PushKind, URGENCIES } from './push-kind.service.ts'
import { deleteSubscription } from './push.sql.ts'

/**
 * Milliseconds between two checks for notifications that another process has not sent. It also limits the wait for a
 * later one.
 */
const POLL_MS = 10_000
/**
 * Max notifications of one push service that a process claims at a time. It is small, so that alarms do not wait for
 * claimed messages.
 */
const CLAIMED_AT_ONCE = 16
/** Max concurrent queries of all deliveries, so that a large alarm leaves connections for requests. */
const QUERIES_AT_ONCE = 4
/** Seconds before the second, third and further attempts. */
const RETRY_SECONDS = [5, 15, 60, 300] as const
/**
 * Milliseconds after an accepted message in which the push service knows the key of the server. A subscription that it
 * does not authorize meanwhile is defective itself.
 */
const ACCEPTED_MS = 3_600_000
/** Max push services whose outage, which is logged once, and whose last success are remembered. */
const ORIGINS_MAX = 1000
/** Apple's push service ends subscriptions of pages that show no notification for a message. */
const APPLE = /^https:\/\/[\w.-]+\.push\.apple\.com\//

type SenderDeps = Pick<Deps, 'config' | 'db' | 'now' | 'metrics' | 'deliveries' | 'logError' | 'onClose'>

/**
 * Sends due notifications. Each push service has a separate queue with several concurrent requests, so that a slow
 * service or device does not delay others.
 */
export class PushSender {
  readonly #deps: SenderDeps
  readonly #kinds: ReadonlyMap<string, PushKind>
  /** The kinds that are sent after alarms, in their order. */
  readonly #laterKinds: readonly string[]
  readonly #client: PushClient
  readonly #logWarning: (text: string) => void
  readonly #limited = limitConcurrency(QUERIES_AT_ONCE)
  /** Queues by the origin of the push service. */
  readonly #queues = new Map<string, OriginQueue<DueNotification>>()
  readonly #closing = new AbortController()
  /** Origins of the push services whose last request failed. */
  readonly #outages = new Set<string>()
  /** Origins of push services with the time of the last accepted message, in milliseconds since 1970. */
  readonly #acceptedAt = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  #begun: Promise<void> = Promise.resolve()
  /** A call of `#begin` that waits for the running one. Later calls share it. */
  #waiting: Promise<void> | null = null

  constructor(deps: SenderDeps, kinds: readonly PushKind[], client: PushClient, logWarning: (text: string) => void) {
    this.#deps = deps
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]))
    const later = URGENCIES.filter((urgency) => urgency !== 'alarm')
    this.#laterKinds = later.flatMap((urgency) => kinds.filter((kind) => kind.urgency === urgency).map(({ kind }) => kind))
    this.#client = client
    this.#logWarning = logWarning
    deps.onClose(() => this.close())
    deps.metrics.watchBacklog('push', () => countPending(deps.db))
  }

  /** The periodic check for notifications that no process has sent, such as those of a killed process. */
  readonly job: Job = { name: 'push notifications', every: POLL_MS, run: () => this.#begin() }

  /** Starts the delivery of due notifications. */
  readonly wake = (): void => {
    this.#begin().catch(this.#log)
  }

  /** Aborts running requests. The next process retries their notifications within a minute. */
  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#begun
    await Promise.all([...this.#queues.values()].map((queue) => queue.ended()))
    this.#client.close()
  }

  /** Starts the delivery of due notifications, and schedules the next one. One call runs at a time. */
  #begin(): Promise<void> {
    if (this.#waiting !== null) return this.#waiting
    const waiting = this.#begun.then(() => {
      this.#waiting = null
      return this.#beginNow()
    })
    this.#waiting = waiting
    this.#begun = waiting.catch(() => undefined) // its caller gets the error
    return waiting
  }

  async #beginNow(): Promise<void> {
    if (this.#closing.signal.aborted) return
    const { db, now } = this.#deps
    const at = now()
    const origins = await dueOrigins(db, this.#sendable(at))
    for (const [origin, queue] of this.#queues) if (queue.isIdle) this.#queues.delete(origin)
    for (const origin of origins) this.#queueOf(origin).refill()
    const next = await nextDue(db, this.#sendable(at))
    if (next === null || this.#closing.signal.aborted) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(this.wake, Math.max(0, Math.min(POLL_MS, next.getTime() - now().getTime()))).unref()
  }

  readonly #sendable = (now: Date) => ({ kinds: [...this.#kinds.keys()], now })

  #queueOf(origin: string): OriginQueue<DueNotification> {
    const existing = this.#queues.get(origin)
    if (existing !== undefined) return existing
    const queue = new OriginQueue<DueNotification>({
      claim: () =>
        claimDue(this.#deps.db, origin, this.#sendable(this.#deps.now()), {
          limit: CLAIMED_AT_ONCE,
          laterKinds: this.#laterKinds,
        }),
      claimedAtOnce: CLAIMED_AT_ONCE,
      deliver: (due) => this.#deliver(due, origin),
      onError: this.#log,
      signal: this.#closing.signal,
    })
    this.#queues.set(origin, queue)
    return queue
  }

  async #deliver(due: DueNotification, origin: string): Promise<void> {
    const { now } = this.#deps
    const { expires_at, endpoint, public_key: publicKey, auth_secret: authSecret } = due
    if (!due.is_live) return this.#drop(due)
    const payload = await this.#limited(() => this.#contentOf(due))
    const at = now()
    if (payload === null) return this.#limited(() => this.#skip(due))
    const message = {
      endpoint,
      publicKey,
      authSecret,
      text: JSON.stringify(payload),
      topic: createHash('sha256').update(due.tag).digest('base64url').slice(0, 32),
      isUrgent: this.#kinds.get(due.kind)?.urgency !== 'message' && !due.is_seen,
      ttl: Math.floor((expires_at.getTime() - at.getTime()) / 1000),
    }
    const outcome = await this.#client.send(message, at, this.#closing.signal)
    if (this.#closing.signal.aborted) return // the next process sends it when the lease ends
    this.#logOutage(origin, outcome)
    this.#count(origin, outcome)
    if (outcome.kind === 'sent' && (this.#acceptedAt.has(origin) || this.#acceptedAt.size < ORIGINS_MAX))
      this.#acceptedAt.set(origin, at.getTime())
    await this.#limited(() => (this.#isDefective(due, origin, outcome) ? this.#drop(due) : this.#finish(due, outcome)))
  }

  /** Returns the payload of a notification; null if there is nothing to send. */
  async #contentOf(due: DueNotification): Promise<PushPayload | null> {
    const { db, now } = this.#deps
    const kind = this.#kinds.get(due.kind)
    const sent = { ...due, now: now() }
    if (kind === undefined || due.expires_at <= sent.now || (due.is_restricted && kind.allowsRestricted !== true)) return null
    if (!due.is_removal) return due.is_seen ? (kind.seen?.(db, due) ?? null) : kind.content(db, sent, true)
    if (!kind.isRemovedOnApple && APPLE.test(due.endpoint)) return null
    return (await kind.content(db, sent, false)) ?? kind.unreadable(due)
  }

  /** Skips a notification. If the device shows one from an earlier request, a later event removes it. */
  async #skip(due: DueNotification): Promise<void> {
    const { db } = this.#deps
    return due.was_begun && !due.is_removal ? keepShown(db, due) : deleteNotification(db, due)
  }

  /**
   * Returns whether the subscription receives nothing any more: it has ended, or the push service has refused it twice
   * and accepted another message within the last hour. A wrong clock of the server affects all subscriptions of a push
   * service and deletes none: their notifications are retried.
   */
  #isDefective({ attempts }: DueNotification, origin: string, { kind }: PushOutcome): boolean {
    if (kind !== 'unauthorized') return kind === 'gone'
    return attempts > 0 && this.#hasAccepted(origin)
  }

  #hasAccepted(origin: string): boolean {
    const elapsed = this.#deps.now().getTime() - (this.#acceptedAt.get(origin) ?? -Infinity)
    return elapsed >= 0 && elapsed < ACCEPTED_MS
  }

  /** Counts an attempt. A service that accepts others and refuses one does not fail. */
  #count(origin: string, { kind }: PushOutcome): void {
    const { config, deliveries } = this.#deps
    if (kind === 'gone' || ((kind === 'unauthorized' || kind === 'refused') && this.#hasAccepted(origin))) return
    deliveries.record('push', serviceOf(origin, config.push?.localOrigins ?? []), kind === 'sent')
  }

  /** Deletes a subscription. The next start of its page subscribes again. */
  async #drop({ subscription_id }: DueNotification): Promise<void> {
    await deleteSubscription(this.#deps.db, subscription_id)
  }

  async #finish(due: DueNotification, outcome: PushOutcome): Promise<void> {
    const { db, now } = this.#deps
    if (outcome.kind === 'failed' || outcome.kind === 'unauthorized') {
      const { retryAfterSeconds, isUnknown } = outcome.kind === 'failed' ? outcome : { retryAfterSeconds: 0, isUnknown: false }
      const seconds = RETRY_SECONDS[Math.min(due.attempts, RETRY_SECONDS.length - 1)] ?? 0
      const dueAt = new Date(now().getTime() + Math.max(seconds, retryAfterSeconds) * 1000)
      const mayBeShown = due.was_begun || isUnknown
      return dueAt < due.expires_at ? postponeNotification(db, due, { dueAt, mayBeShown }) : deleteNotification(db, due)
    }
    // A later event may have to change what the device shows.
    return outcome.kind === 'sent' && !due.is_removal ? keepShown(db, due) : deleteNotification(db, due)
  }

  readonly #log = (error: unknown): void => {
    if (!isConnectionLost(error)) this.#deps.logError(error)
  }

  /** Logs the first failure of a push service and its recovery. */
  #logOutage(origin: string, outcome: PushOutcome): void {
    if ('cause' in outcome && !this.#outages.has(origin) && this.#outages.size < ORIGINS_MAX) {
      this.#outages.add(origin)
      this.#logWarning(`Notifications do not reach the push service ${origin}: ${outcome.cause}`)
    }
    if (outcome.kind === 'sent' && this.#outages.delete(origin))
      this.#logWarning(`Notifications reach the push service ${origin} again`)
  }
}

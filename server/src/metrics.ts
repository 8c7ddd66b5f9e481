import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { EventPayload } from '@noroshi/contract/realtime'
import { timeOfId } from '#/db/ids.ts'
import type { PoolUsage } from '#/db/pool.ts'
import { onRequestEnd } from '#/http/request-log.ts'
import type { JournalEvent } from '#/realtime/journal-reader.ts'

/** Upper bounds in seconds, from a read by its key to a request that a user gives up. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Max alerts whose first delivery is awaited. Of a larger flood, the newest are measured. */
const AWAITED_MAX = 1000
/** Max milliseconds of a scrape that reads the backlogs. It has none of those that PostgreSQL has not counted yet. */
const BACKLOGS_WITHIN_MS = 1000

/**
 * The metrics of this process (Prometheus), served by GET /metrics. No label contains an id or anything that a user
 * wrote.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #queues = new Map<string, () => number>()
  readonly #backlogs = new Map<string, () => Promise<number>>()
  #readingBacklogs: Promise<ReadonlyMap<string, number>> | null = null
  /** When each SOS of this process that no device has received yet arrived (`performance.now()`), by the alert's id. */
  readonly #awaited = new Map<string, number>()
  readonly #requests = new Histogram({
    name: 'noroshi_http_request_seconds',
    help: 'Time from the arrival of a request to its reply',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #events = new Counter({
    name: 'noroshi_events_total',
    help: 'Events of the journal that this process delivered to its sockets',
    labelNames: ['name'],
    registers: [this.#registry],
  })
  readonly #journalLag = new Histogram({
    name: 'noroshi_journal_lag_seconds',
    help: 'Time from the creation of an event to its delivery to the sockets of this process',
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #firstDelivery = new Histogram({
    name: 'noroshi_sos_first_delivery_seconds',
    help: 'Time from the arrival of an SOS at this process to the first acknowledgement of a device',
    buckets: SECONDS,
    registers: [this.#registry],
  })

  constructor({ countSockets, readPools }: { countSockets(): number; readPools(): readonly PoolUsage[] }) {
    const registers = [this.#registry]
    new Gauge({
      name: 'noroshi_sockets',
      help: 'Connected sockets of this process',
      registers,
      collect() {
        this.set(countSockets())
      },
    })
    new Gauge({
      name: 'noroshi_database_connections',
      help: 'Connections of each pool, and the requests that wait for one',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const { pool, ...states } of readPools())
          for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count)
      },
    })
    const queues = this.#queues
    new Gauge({
      name: 'noroshi_queue_depth',
      help: 'Tasks that wait in each queue',
      labelNames: ['queue'],
      registers,
      collect() {
        for (const [queue, depth] of queues) this.set({ queue }, depth())
      },
    })
    const readBacklogs = () => this.#readBacklogsInTime()
    new Gauge({
      name: 'noroshi_backlog',
      help: 'Work in the database that waits for any process of the server: each process has the same values',
      labelNames: ['work'],
      registers,
      async collect() {
        const backlogs = await readBacklogs()
        this.reset()
        for (const [work, count] of backlogs) this.set({ work }, count)
      },
    })
  }

  /** Adds the metrics of the process: memory, processor time, event loop. Their observers run from then on. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /**
   * Measures the requests of a server. A request without a route has the route 'none', so that addresses are no labels.
   */
  watchRequests(app: FastifyInstance): void {
    onRequestEnd(app, (request, status, milliseconds) => {
      if (request.isHeld === true) return
      const route = request.routeOptions.url ?? 'none'
      this.#requests.observe({ method: request.method, route, status }, milliseconds / 1000)
    })
  }

  /** @param depth returns the number of waiting tasks */
  watchQueue(name: string, depth: () => number): void {
    this.#queues.set(name, depth)
  }

  /** @param count returns the number of rows that wait in the database */
  watchBacklog(name: string, count: () => Promise<number>): void {
    this.#backlogs.set(name, count)
  }

  /** Adds metrics of a feature. */
  add(register: (registry: Registry) => void): void {
    register(this.#registry)
  }

  #readBacklogsInTime(): Promise<ReadonlyMap<string, number>> {
    this.#readingBacklogs ??= this.#readBacklogs().finally(() => (this.#readingBacklogs = null))
    return Promise.race([this.#readingBacklogs, sleep(BACKLOGS_WITHIN_MS, NONE, { ref: false })])
  }

  /** Reads one after the other, so that a scrape takes one connection. */
  async #readBacklogs(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>()
    for (const [name, count] of this.#backlogs) {
      const waiting = await count().catch(() => null) // the database does not answer, as /readyz reports
      if (waiting !== null) counts.set(name, waiting)
    }
    return counts
  }

  /** Counts an event that the sockets of this process have received. */
  readonly countEvent = ({ name, eventId, payload, rooms }: JournalEvent): void => {
    if (rooms.length === 0) return // only consumers read it
    this.#events.inc({ name })
    this.#journalLag.observe(secondsSince(timeOfId(eventId)))
    if (name !== 'alert:ledger') return
    // The device of another process. The writer of the event typed its name and payload together.
    const { alertId, counts } = payload as EventPayload<'alert:ledger'>
    if (counts.delivered > 0) this.recordDelivery([alertId])
  }

  /**
   * Measures the first delivery of a new SOS, which this process alone has received, so that it is counted once.
   * @param elapsed milliseconds since the arrival of its request
   */
  awaitDelivery(alertId: string, elapsed: number): void {
    this.#awaited.set(alertId, performance.now() - elapsed)
    const [oldest] = this.#awaited.keys()
    if (this.#awaited.size > AWAITED_MAX && oldest !== undefined) this.#awaited.delete(oldest)
  }

  /** Ends the measurement of those alerts whose first delivery is awaited. */
  recordDelivery(alertIds: readonly string[]): void {
    for (const id of alertIds) {
      const arrivedAt = this.#awaited.get(id)
      if (arrivedAt === undefined) continue
      this.#awaited.delete(id)
      this.#firstDelivery.observe((performance.now() - arrivedAt) / 1000)
    }
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

const NONE: ReadonlyMap<string, number> = new Map()

/** The clock may have gone back since the id was created. */
const secondsSince = (milliseconds: number): number => Math.max(0, Date.now() - milliseconds) / 1000

import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { timeOfId } from '#/db/ids.ts'
import type { PoolUsage } from '#/db/pool.ts'
import { onRequestEnd } from '#/http/request-log.ts'
import type { JournalEvent } from '#/realtime/journal-reader.ts'

/** Upper bounds in seconds, from a read by its key to a request that a user gives up. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Max alerts whose first delivery is awaited. Of a larger flood, the newest are measured. */
const AWAITED_MAX = 1000

/**
 * The metrics of this process (Prometheus), served by GET /metrics. No label contains an id or anything that a user
 * wrote.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #queues = new Map<string, () => number>()
  /** When each alert that no device has received yet was emitted, in milliseconds since 1970. */
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
    help: 'Time from the event of an SOS, or of its release, to the first acknowledgement that this process receives',
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
      const route = request.routeOptions.url ?? 'none'
      this.#requests.observe({ method: request.method, route, status }, milliseconds / 1000)
    })
  }

  /** @param depth returns the number of waiting tasks */
  watchQueue(name: string, depth: () => number): void {
    this.#queues.set(name, depth)
  }

  /** Counts an event that the sockets of this process have received. */
  readonly countEvent = ({ name, eventId, payload, rooms }: JournalEvent): void => {
    if (rooms.length === 0) return // only consumers read it
    this.#events.inc({ name })
    this.#journalLag.observe(secondsSince(timeOfId(eventId)))
    if (name !== 'alert:new_alert') return
    const { id, isDrill } = payload as { readonly id: string; readonly isDrill?: boolean } // an alert
    if (isDrill !== true) this.#awaitDelivery(id, eventId)
  }

  /** Measures the first delivery after each event of a new alert. */
  recordDelivery(alertIds: readonly string[]): void {
    for (const id of alertIds) {
      const emittedAt = this.#awaited.get(id)
      if (emittedAt === undefined) continue
      this.#awaited.delete(id)
      this.#firstDelivery.observe(secondsSince(emittedAt))
    }
  }

  #awaitDelivery(alertId: string, eventId: string): void {
    this.#awaited.set(alertId, timeOfId(eventId))
    const [oldest] = this.#awaited.keys()
    if (this.#awaited.size > AWAITED_MAX && oldest !== undefined) this.#awaited.delete(oldest)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

/** The clock may have gone back since the id was created. */
const secondsSince = (milliseconds: number): number => Math.max(0, Date.now() - milliseconds) / 1000

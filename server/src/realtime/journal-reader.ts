import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { JournalEventName } from '#/db/journal-events.ts'
import { queryByCallback } from '#/db/pool.ts'

/** A committed event of the journal. */
export interface JournalEvent {
  readonly eventId: string
  readonly name: JournalEventName
  /** Empty for an event that only consumers read. */
  readonly rooms: readonly string[]
  readonly payload: unknown
  /** A client that received this event and all before it continues from here after a disconnection. */
  readonly cursor: string
}

/** The consumer of the reader: the sockets of this process. */
export interface JournalSink {
  /** Receives the next batch of committed events. It is called again after its promise has resolved. */
  deliver(events: readonly JournalEvent[]): Promise<void>
  /** Called instead of `deliver` after more than BATCH_MAX events: every socket reconnects and catches up by its cursor. */
  reset(): void
}

/** A PostgreSQL snapshot: the transactions that had ended when it was taken. */
export interface Snapshot {
  readonly xmin: bigint
  readonly xmax: bigint
  readonly inProgress: readonly bigint[]
}

export function parseSnapshot(text: string): Snapshot {
  const [xmin = '0', xmax = '0', list = ''] = text.split(':')
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), inProgress: list === '' ? [] : list.split(',').map(BigInt) }
}

/**
 * Returns the events that are visible now and were not visible in the previous snapshot: their transaction was in progress then
 * or started later. These are two ranges of an index, however long the oldest transaction runs. It is one statement, so that the
 * returned snapshot is the one that it read with.
 */
const READ = {
  name: 'read_journal',
  text: `WITH fresh AS (
      SELECT xid, id, name, rooms, payload, created_at FROM events WHERE xid >= $1::xid8
      UNION ALL
      SELECT xid, id, name, rooms, payload, created_at FROM events WHERE xid = ANY($2::xid8[]))
    SELECT snapshot::text, (SELECT id FROM journal_epochs ORDER BY number DESC LIMIT 1) AS epoch,
      xid::text, fresh.id, name, rooms, payload
    FROM pg_current_snapshot() AS snapshot LEFT JOIN fresh ON true ORDER BY fresh.created_at, fresh.id LIMIT $3`,
}

/**
 * Returns the current snapshot and the transaction id of the newest event that the journal ever contained. That id is on disk.
 */
const START = `SELECT pg_current_snapshot()::text AS snapshot,
  GREATEST((SELECT xid FROM event_horizon), (SELECT xid FROM events ORDER BY xid DESC LIMIT 1))::text AS newest`

interface Row {
  readonly snapshot: string
  readonly epoch: string
  /** Null in the only row of a read that found no event. */
  readonly xid: string | null
  readonly id: string
  readonly name: JournalEventName
  readonly rooms: readonly string[]
  readonly payload: unknown
}

/** Max events of one read. With more, the sockets reconnect and catch up instead. */
const BATCH_MAX = 5000
/** Milliseconds between two reads without a wake-up. */
const POLL_INTERVAL_MS = 1000
const QUERY_TIMEOUT_MS = 5000
const CONNECT_TIMEOUT_MS = 3000
/** Milliseconds before the first, second and further retries. */
const RETRY_DELAYS_MS = [20, 50, 100, 250, 500] as const

/**
 * Delivers each committed event of the journal to the sockets of this process once. It makes no difference which process wrote
 * the event, or whether the writer learned of its commit.
 */
export class JournalReader {
  readonly #url: string
  readonly #sink: JournalSink
  readonly #logError: (error: unknown) => void
  #client: pg.Client | null = null
  #read: Snapshot = { xmin: 0n, xmax: 0n, inProgress: [] }
  #newest = 0n
  #isClosed = false
  #isRequested = false
  #startNow: (() => void) | null = null
  #running: Promise<void> = Promise.resolve()
  #waiting: (() => void)[] = []

  constructor(url: string, sink: JournalSink, logError: (error: unknown) => void) {
    this.#url = url
    this.#sink = sink
    this.#logError = logError
  }

  /** Starts with the events that commit from now on. Clients get earlier events by cursor. */
  async start(): Promise<void> {
    await this.#skipToNow(await this.#connect())
    this.#running = this.#run()
  }

  /** Requests a read, because something may have been committed. Requests during a read share the next one. */
  wake(): void {
    this.#isRequested = true
    this.#startNow?.()
  }

  /** Resolves when every event that was committed before this call has been delivered. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.wake()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#startNow?.()
    await this.#running
    for (const resolve of this.#waiting.splice(0)) resolve()
    await this.#client?.end()
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#isClosed) {
      if (!this.#isRequested) await this.#requestOrInterval()
      this.#isRequested = false
      const waiting = this.#waiting
      this.#waiting = []
      try {
        await this.#readOnce()
        failures = 0
        for (const resolve of waiting) resolve()
      } catch (error) {
        if (this.#isClosed) return
        if (failures === 0) this.#logError(error)
        this.#disconnect()
        this.#waiting.unshift(...waiting)
        await sleep(RETRY_DELAYS_MS[Math.min(failures++, RETRY_DELAYS_MS.length - 1)])
        this.#isRequested = true
      }
    }
  }

  #requestOrInterval(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_INTERVAL_MS)
      this.#startNow = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #readOnce(): Promise<void> {
    if (this.#isClosed) return
    const client = this.#client ?? (await this.#connect())
    const values = [String(this.#read.xmax), this.#read.inProgress.map(String), BATCH_MAX + 1]
    const { rows } = await queryByCallback<Row>(client, { ...READ, values })
    const [first] = rows
    if (first === undefined) throw new Error('the journal returned no snapshot')
    const found = rows.filter((row) => row.xid !== null)
    if (found.length > BATCH_MAX) {
      await this.#skipToNow(client)
      return this.#sink.reset()
    }
    const snapshot = parseSnapshot(first.snapshot)
    const xids = found.map(({ xid }) => BigInt(xid ?? 0))
    for (const xid of xids) if (xid > this.#newest) this.#newest = xid
    this.#read = snapshot
    if (found.length > 0) await this.#deliver(withCursors(found, xids, snapshot.xmin))
  }

  /** A batch is read once. Where its delivery fails, the sockets reconnect and get the rest of it by their cursors. */
  async #deliver(events: readonly JournalEvent[]): Promise<void> {
    try {
      await this.#sink.deliver(events)
    } catch (error) {
      this.#logError(error)
      this.#sink.reset()
    }
  }

  async #skipToNow(client: pg.Client): Promise<void> {
    const { rows } = await queryByCallback<{ snapshot: string; newest: string | null }>(client, { text: START })
    this.#read = parseSnapshot(rows[0]?.snapshot ?? '')
    this.#newest = BigInt(rows[0]?.newest ?? 0)
  }

  /**
   * A crash of PostgreSQL ends every connection and reuses the ids of transactions that left nothing on disk. After a
   * reconnection the remembered snapshot is therefore cut to the newest event read: no event above it was ever delivered.
   */
  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    })
    client.on('error', () => this.#disconnect(client))
    await client.connect()
    const next = this.#newest + 1n
    if (next < this.#read.xmax)
      this.#read = { ...this.#read, xmax: next, inProgress: this.#read.inProgress.filter((xid) => xid < next) }
    this.#client = client
    return client
  }

  #disconnect(client = this.#client): void {
    if (this.#client === client) this.#client = null
    client?.end().catch(this.#logError)
    this.wake()
  }
}

/** Adds a cursor to each event. It is not above any event that is delivered later, nor above a transaction in progress. */
function withCursors(rows: readonly Row[], xids: readonly bigint[], xmin: bigint): JournalEvent[] {
  let lowest = xmin
  const events: JournalEvent[] = []
  for (const [index, { id, name, rooms, payload, epoch }] of [...rows.entries()].toReversed()) {
    const xid = xids[index] ?? xmin
    if (xid < lowest) lowest = xid
    events.push({ eventId: id, name, rooms, payload, cursor: `${epoch}.${lowest}` })
  }
  return events.toReversed()
}

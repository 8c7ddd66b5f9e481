import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalEventName, JournalPayload } from '#/db/journal-events.ts'
import { isConnectionLost } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import {
  countAfter,
  insertConsumer,
  insertSkipped,
  lockConsumer,
  mayHaveEvents,
  readAfter,
  savePosition,
  takeSkipped,
} from './consumers.sql.ts'
import type { Snapshot } from './journal-reader.ts'

/** An event that a consumer handles, with its rooms. */
export type ConsumedEvent<Name extends JournalEventName> = {
  [One in Name]: { readonly name: One; readonly rooms: readonly string[]; readonly payload: JournalPayload<One> }
}[Name]

/** A reaction to events of the journal. */
export interface Consumer<Name extends JournalEventName = JournalEventName> {
  /** Identifies the stored position. It never changes. */
  readonly name: string
  readonly events: readonly Name[]
  /**
   * Handles committed events, in the order in which they were written. Its changes commit together with the position,
   * so each event changes the database once. Everything else that it does may happen again after a failure.
   */
  readonly handle: (tx: Tx, events: readonly ConsumedEvent<Name>[]) => Promise<void>
  /** Called after the commit of the changes of `handle`. */
  readonly onCommit?: () => void
}

/** Defines a consumer. It starts with the events that commit after its first start on a database. */
export const defineConsumer = <const Name extends JournalEventName>(consumer: Consumer<Name>): Consumer =>
  consumer as unknown as Consumer // it only gets events of the names that it lists

/** Milliseconds between two reads without a matching event. They find what a killed process has not handled. */
const POLL_MS = 60_000
/** Milliseconds until a consumer is tried again that another process is running. */
const LOCKED_RETRY_MS = 500
/**
 * Milliseconds after an event in which further events join its transaction. Sockets get the event first: the transaction
 * would take the processor from them.
 */
const BATCH_MS = 50
/** Milliseconds until the first, second and further retries of a failed handler. */
const FAILED_RETRY_MS = [1000, 5000, 15_000, POLL_MS] as const

/** Runs one consumer in this process whenever no other process is running it (decisions/0052). */
class ConsumerRunner {
  readonly #deps: Pick<Deps, 'transaction' | 'logError'>
  readonly #consumer: Consumer
  readonly #closing = new AbortController()
  #wakeUp = Promise.withResolvers<void>()
  #running: Promise<void> = Promise.resolve()
  #waiting: (() => void)[] = []
  #batch: NodeJS.Timeout | undefined

  constructor(deps: Pick<Deps, 'transaction' | 'logError'>, consumer: Consumer) {
    this.#deps = deps
    this.#consumer = consumer
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Call it after each event of the consumer. It runs within BATCH_MS. */
  wake(): void {
    this.#batch ??= setTimeout(() => {
      this.#batch = undefined
      this.#wakeUp.resolve()
    }, BATCH_MS)
  }

  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#wakeUp.resolve()
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#batch)
    this.#wakeUp.resolve()
    await this.#running
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async #run(): Promise<void> {
    let failures = 0
    let isPoll = false
    while (!this.#closing.signal.aborted) {
      this.#wakeUp = Promise.withResolvers()
      const waiting = this.#waiting.splice(0)
      try {
        const isDone = await this.#runOnce(isPoll && waiting.length === 0)
        failures = 0
        if (isDone) for (const resolve of waiting) resolve()
        else this.#waiting.unshift(...waiting)
        isPoll = (await this.#pause(isDone ? POLL_MS : LOCKED_RETRY_MS, isDone)) && isDone
      } catch (error) {
        this.#waiting.unshift(...waiting)
        if (!isConnectionLost(error)) this.#deps.logError(error)
        isPoll = false
        await this.#pause(FAILED_RETRY_MS[Math.min(failures++, FAILED_RETRY_MS.length - 1)] ?? POLL_MS, false)
      }
    }
  }

  /** @returns false if an event ended the pause */
  async #pause(milliseconds: number, endsWithWake: boolean): Promise<boolean> {
    const pause = new AbortController()
    const signal = AbortSignal.any([pause.signal, this.#closing.signal])
    const timer = sleep(milliseconds, true, { signal, ref: false }).catch(() => false) // closed or woken
    const woken = endsWithWake ? [this.#wakeUp.promise.then(() => false)] : []
    const isOver = await Promise.race([timer, ...woken])
    pause.abort()
    return isOver
  }

  /**
   * Handles what is visible now. Events that only a later version of the consumer handles are kept for its processes.
   * @param isPoll no event has woken the consumer
   * @returns false if another process is running the consumer
   */
  async #runOnce(isPoll: boolean): Promise<boolean> {
    const { name, events: own, handle, onCommit } = this.#consumer
    let hasHandled = false
    const isDone = await this.#deps.transaction(async (tx) => {
      hasHandled = false
      if (isPoll && !(await mayHaveEvents(tx, name, own))) return true
      const locked = await lockConsumer(tx, name, own)
      if (locked === null) return false
      const read = await readAfter(tx, locked.position, [...own, ...locked.events])
      // A position above the present belongs to another cluster, whose events were deleted when the journal was opened.
      const isForeign = locked.position.xmax > read.snapshot.xmax
      const fresh = isForeign ? [] : read.events
      const events = [
        ...(locked.hasSkipped ? await takeSkipped(tx, name, own) : []),
        ...fresh.filter((event) => own.includes(event.name)),
      ]
      hasHandled = events.length > 0
      if (hasHandled) await handle(tx, events as never) // their names and payloads were written together
      const unknown = fresh.filter((event) => !own.includes(event.name))
      if (unknown.length > 0) await insertSkipped(tx, name, unknown)
      await savePosition(tx, name, durable(read.snapshot, read.own, fresh))
      return true
    })
    if (hasHandled) onCommit?.()
    return isDone
  }
}

/**
 * Returns a position that is right after a crash of PostgreSQL too. A crash reuses the ids of transactions that left
 * nothing on disk. The ids of the handled events and of its own transaction are on disk when the position is.
 */
function durable({ xmin, xmax, inProgress }: Snapshot, own: bigint, events: readonly { readonly xid: string }[]): Snapshot {
  let newest = own
  for (const { xid } of events) if (BigInt(xid) > newest) newest = BigInt(xid)
  const end = newest + 1n < xmax ? newest + 1n : xmax
  // A snapshot does not contain its own transaction, whose events were not visible to the read.
  const unread = [...inProgress, own].filter((xid) => xid < end)
  return { xmin: xmin < end ? xmin : end, xmax: end, inProgress: unread }
}

type ConsumersDeps = Pick<Deps, 'db' | 'transaction' | 'journal' | 'metrics' | 'logError'>

/** The consumers of this process. */
export class Consumers {
  readonly #runners: readonly ConsumerRunner[]
  readonly #deps: ConsumersDeps
  readonly #consumers: readonly Consumer[]

  constructor(deps: ConsumersDeps, consumers: readonly Consumer[]) {
    this.#deps = deps
    this.#consumers = consumers
    this.#runners = consumers.map((consumer) => new ConsumerRunner(deps, consumer))
    for (const { name, events } of consumers)
      deps.metrics.watchBacklog(`consumer ${name}`, () => countAfter(deps.db, name, events))
  }

  async start(): Promise<void> {
    for (const { name, events } of this.#consumers) await insertConsumer(this.#deps.db, name, events)
    this.#deps.journal.onDelivered(({ name }) => {
      for (const [index, { events }] of this.#consumers.entries()) if (events.includes(name)) this.#runners[index]?.wake()
    })
    for (const runner of this.#runners) runner.start()
  }

  /** Resolves when every event that was committed before this call has been handled, by any process. */
  async flush(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.flush()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.close()))
  }
}

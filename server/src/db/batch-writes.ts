import { isConnectionLost } from './pool.ts'

/** Max items of one batch. */
const BATCH_MAX = 100
/** Max milliseconds that waiting items wait for a running batch. After that, the next batch runs concurrently. */
const BATCH_WAIT_MAX = 1000

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Returns a function that writes one item. Items that arrive while a batch is running share the next batch, with one round trip
 * and one commit. An item without a running batch is written at once. When PostgreSQL rejects a batch, each item is written
 * separately, so that a bad item does not fail the others. Its property `waiting` returns the number of items that wait.
 * @param writeBatch - returns one result for each item, in their order
 * @param maxWait - milliseconds that waiting items wait for a running batch
 */
export function batchWrites<Item, Result>(
  writeBatch: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxWait = BATCH_WAIT_MAX,
): ((item: Item) => Promise<Result>) & { readonly waiting: () => number } {
  const waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  async function writeAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) await atMost(maxWait, write(waiting.splice(0, BATCH_MAX)))
    isRunning = false
  }

  async function write(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await writeBatch(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result) // one result for each item
    } catch (error) {
      if (batch.length > 1 && !isConnectionLost(error)) for (const one of batch) await write([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  const writeItem = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void writeAll()
    })
  return Object.assign(writeItem, { waiting: () => waiting.length })
}

/**
 * Resolves when the task has ended or after `ms`. The timer is cleared, so that it does not keep the task's objects in memory.
 */
const atMost = (ms: number, task: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
    void task.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })

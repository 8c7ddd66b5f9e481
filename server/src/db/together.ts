import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost } from './pool.ts'

/** Pieces that one statement takes at most. */
const MOST = 100
/** Milliseconds that those behind wait for a statement that does not end: then the next one begins beside it. */
const PATIENCE = 1000

interface Waiting<Item, Result> {
  readonly item: Item
  readonly done: (result: Result) => void
  readonly failed: (error: unknown) => void
}

/**
 * What comes while a statement is under way is done together by the next one: one round trip and one commit for all. A lone
 * piece waits for nobody. Where PostgreSQL refuses several together, each is done alone: one that is to blame takes no other down.
 */
export function together<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  patience = PATIENCE,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isUnderWay = false

  async function doAll(): Promise<void> {
    isUnderWay = true
    while (waiting.length > 0) await Promise.race([doThese(waiting.splice(0, MOST)), sleep(patience, undefined, { ref: false })])
    isUnderWay = false
  }

  async function doThese(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, { done }] of batch.entries()) done(results[index] as Result) // one for each, in their order
    } catch (error) {
      if (batch.length > 1 && !isConnectionLost(error)) for (const one of batch) await doThese([one])
      else for (const { failed } of batch) failed(error)
    }
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (!isUnderWay) void doAll()
    })
}

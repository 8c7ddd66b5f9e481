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
    while (waiting.length > 0) await forAtMost(patience, doThese(waiting.splice(0, MOST)))
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

/** Until the work has ended, or is given up waiting for. A clock that ran on would keep all that the work held for as long. */
const forAtMost = (ms: number, work: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
    void work.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })

import { AppError } from './errors.ts'

/**
 * Returns a function that runs at most `concurrency` tasks at a time; the others wait in the order of their calls.
 * It throws tooManyRequests (429) when `waitingMax` tasks wait already. Its property `waiting` returns the number of tasks that wait.
 */
export function limitConcurrency(concurrency: number, waitingMax = Infinity) {
  let free = concurrency
  const waiting: (() => void)[] = []
  const run = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else if (waiting.length >= waitingMax) throw new AppError('tooManyRequests')
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
  return Object.assign(run, { waiting: () => waiting.length })
}

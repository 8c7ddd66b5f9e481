import pLimit from 'p-limit'
import { AppError } from './errors.ts'

/**
 * Returns a function that runs at most `concurrency` tasks at a time; the others wait in the order of their calls.
 * It throws tooManyRequests (429) when `waitingMax` tasks wait already. Its property `waiting` returns the number of
 * tasks that wait.
 */
export function limitConcurrency(concurrency: number, waitingMax = Infinity) {
  const limited = pLimit(concurrency)
  // p-limit counts a task as pending until the next microtask, also when it can run at once.
  const unfinished = () => limited.activeCount + limited.pendingCount
  const run = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (unfinished() >= concurrency + waitingMax) throw new AppError('tooManyRequests')
    return await limited(task)
  }
  return Object.assign(run, { waiting: () => Math.max(0, unfinished() - concurrency) })
}

import pLimit from 'p-limit'
import type { ErrorCode } from '@noroshi/contract/errors'
import { AppError } from './errors.ts'

/**
 * Returns a function that runs at most `concurrency` tasks at a time; the others wait in the order of their calls.
 * It throws `refusal` when `waitingMax` tasks wait already. Its property `waiting` returns the number of
 * tasks that wait.
 */
export function limitConcurrency(concurrency: number, waitingMax = Infinity, refusal: ErrorCode = 'tooManyRequests') {
  const limited = pLimit(concurrency)
  // p-limit counts a task as pending until the next microtask, also when it can run at once.
  const unfinished = () => limited.activeCount + limited.pendingCount
  const run = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (unfinished() >= concurrency + waitingMax) throw new AppError(refusal)
    return await limited(task)
  }
  return Object.assign(run, { waiting: () => Math.max(0, unfinished() - concurrency) })
}

/**
 * Returns a function that runs the tasks of each key one after another, and the tasks of different keys at the same time.
 * It throws `refusal` when `waitingMax` tasks of the key wait already. Its property `waiting` returns the number
 * of tasks of all keys that wait.
 */
export function runInTurnByKey(waitingMax: number, refusal: ErrorCode = 'tooManyRequests') {
  const queues = new Map<string, { run: ReturnType<typeof limitConcurrency>; count: number }>()
  const runInTurn = async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { run: limitConcurrency(1, waitingMax, refusal), count: 0 }
    queues.set(key, queue)
    queue.count += 1
    try {
      return await queue.run(task)
    } finally {
      queue.count -= 1
      if (queue.count === 0) queues.delete(key)
    }
  }
  return Object.assign(runInTurn, { waiting: () => [...queues.values()].reduce((sum, { run }) => sum + run.waiting(), 0) })
}

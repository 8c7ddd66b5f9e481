import { AppError } from './errors.ts'

/**
 * Lets at most `atOnce` pieces of costly work run; the others wait for their turn.
 * The result throws tooManyRequests (429) beyond `waitingMax` who wait already.
 */
export function turns(atOnce: number, waitingMax = Infinity) {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else if (waiting.length >= waitingMax) throw new AppError('tooManyRequests')
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

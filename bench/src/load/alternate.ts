import { clock, median, quantile, spread } from './figures.ts'

/** An implementation to measure. */
export interface Contender {
  readonly name: string
  /** One write of the writer with this index. */
  readonly write: (index: number) => Promise<unknown>
}

export interface Run {
  readonly name: string
  /** Milliseconds of each write. */
  readonly times: number[]
  /** Writes a second of each round. */
  readonly rates: number[]
}

/** Runs `writes` writes by concurrent writers. Each writer starts its next write when the last is complete. */
async function race(writers: number, writes: number, write: Contender['write']): Promise<{ times: number[]; rate: number }> {
  const times: number[] = []
  const from = clock()
  let left = writes
  const writing = async (index: number) => {
    while (left-- > 0) {
      const start = clock()
      await write(index)
      times.push(clock() - start)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, index) => writing(index)))
  return { times, rate: (writes * 1000) / (clock() - from) }
}

/**
 * Runs the contenders alternately, so that other load affects all equally, after one round to warm up. Prints a line for each.
 */
export async function runAlternately(
  contenders: readonly Contender[],
  writers: number,
  writes: number,
  rounds: number,
): Promise<Run[]> {
  const runs = contenders.map(({ name }): Run => ({ name, times: [], rates: [] }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { write }] of contenders.entries()) {
      const { times, rate } = await race(writers, writes, write)
      if (round === 0) continue
      runs[index]?.times.push(...times)
      runs[index]?.rates.push(rate)
    }
  }
  for (const { name, times, rates } of runs)
    console.log(
      `  ${name.padEnd(38)} p50 ${median(times).toFixed(2)}  p99 ${quantile(times, 0.99).toFixed(2)} ms  ${spread(rates, 'a second')}`,
    )
  return runs
}

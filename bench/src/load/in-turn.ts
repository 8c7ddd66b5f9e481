import { clock, median, quantile, spread } from './figures.ts'

/** Something that does the work that is measured. */
export interface Contender {
  readonly name: string
  /** One write of the writer at this place. */
  readonly write: (place: number) => Promise<unknown>
}

export interface Run {
  readonly name: string
  /** Milliseconds of each write. */
  readonly times: number[]
  /** Writes a second of each round. */
  readonly rates: number[]
}

/** The same number of writes by so many at once, each its next when the last is answered. */
async function race(writers: number, writes: number, write: Contender['write']): Promise<{ times: number[]; rate: number }> {
  const times: number[] = []
  const from = clock()
  let left = writes
  const writing = async (place: number) => {
    while (left-- > 0) {
      const start = clock()
      await write(place)
      times.push(clock() - start)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, place) => writing(place)))
  return { times, rate: (writes * 1000) / (clock() - from) }
}

/** Each in turn, after one round to warm up, so that whatever else the machine does meets all; prints a line for each. */
export async function inTurn(contenders: readonly Contender[], writers: number, writes: number, rounds: number): Promise<Run[]> {
  const runs = contenders.map(({ name }): Run => ({ name, times: [], rates: [] }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, { write }] of contenders.entries()) {
      const { times, rate } = await race(writers, writes, write)
      if (round === 0) continue
      runs[place]?.times.push(...times)
      runs[place]?.rates.push(rate)
    }
  }
  for (const { name, times, rates } of runs)
    console.log(
      `  ${name.padEnd(38)} p50 ${median(times).toFixed(2)}  p99 ${quantile(times, 0.99).toFixed(2)} ms  ${spread(rates, 'a second')}`,
    )
  return runs
}

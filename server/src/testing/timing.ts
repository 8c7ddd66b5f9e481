import { setTimeout as sleep } from 'node:timers/promises'

const ROUNDS_MAX = 8
const TIMES = 15
/** Milliseconds before each: what the last one left behind is over by then. */
const REST = 20

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/**
 * By what share the medians of two things' times differ, measured in turn. What really takes longer does so in every round, and
 * the machine's other work does not: the smallest difference of some rounds counts, and the first one below `enough` ends it.
 */
export async function timesDiffer(one: () => Promise<unknown>, other: () => Promise<unknown>, enough: number): Promise<number> {
  let least = Infinity
  for (let round = 0; round < ROUNDS_MAX && least >= enough; round += 1) {
    const times: [number[], number[]] = [[], []]
    for (let time = 0; time <= TIMES; time += 1) {
      const [first, second] = [await timed(one), await timed(other)]
      if (time > 0) times[0].push(first)
      if (time > 0) times[1].push(second)
    }
    const [a, b] = [median(times[0]), median(times[1])]
    least = Math.min(least, Math.abs(a - b) / Math.max(a, b))
  }
  return least
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  await sleep(REST)
  const began = performance.now()
  await work()
  return performance.now() - began
}

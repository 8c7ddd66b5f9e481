import { afterAll, beforeAll, expect, test } from 'vitest'
import { IS_LONG } from '#/testing/long-test.ts'
import { FuzzRound } from '#/testing/fuzz/fuzz-round.ts'
import { FuzzServer } from '#/testing/fuzz/fuzz-server.ts'

// Random inputs of all routes and socket commands, from the OpenAPI document and the contract, sent to the server as a process.
// NOROSHI_FUZZ_SEED=<seed of a failed input> and NOROSHI_FUZZ_COUNT repeat inputs: each has a seed of its own, one after the other.

const SEED = Number(process.env['NOROSHI_FUZZ_SEED'] ?? 20_110_311)
const COUNT = Number(process.env['NOROSHI_FUZZ_COUNT'] ?? (IS_LONG ? 100_000 : 700))
/** Inputs in one world. Later ones would meet too much that earlier ones deleted. */
const ROUND = 1500
/** Failures after which no more inputs are sent. */
const FAILURES_MAX = 20
/** Megabytes by which the heap of the server may grow between the first and the last third of a long run. */
const GROWTH_MAX_MB = 25

let server: FuzzServer
beforeAll(async () => {
  server = await FuzzServer.start()
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

test(
  `${COUNT} inputs from seed ${SEED} get replies of the contract and reveal nothing`,
  { timeout: 30_000 + COUNT * 30 },
  async () => {
    const document = await server.openApi()
    const failures: string[] = []
    const heaps: number[] = []
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < COUNT && failures.length < FAILURES_MAX; sent += ROUND) {
      const round = new FuzzRound(server, await server.nextWorld(), document)
      await round.run(SEED + sent, Math.min(ROUND, COUNT - sent))
      failures.push(...round.failures)
      heaps.push(await server.heapMb())
      for (const [status, count] of round.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
    expect(failures.slice(0, FAILURES_MAX)).toEqual([])
    // The inputs are near enough to valid ones that many succeed.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(COUNT / 20)
    if (IS_LONG) expect(growthOf(heaps)).toBeLessThan(GROWTH_MAX_MB)
  },
)

/** Returns the difference of the smallest heaps of the last and the first third, since a heap is smallest after a collection. */
function growthOf(heaps: readonly number[]): number {
  const third = Math.ceil(heaps.length / 3)
  return Math.min(...heaps.slice(-third)) - Math.min(...heaps.slice(0, third))
}

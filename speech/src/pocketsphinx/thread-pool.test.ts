import { expect, onTestFinished, test, vi } from 'vitest'
import { speak } from '../testing/flite.ts'
import { type TakenThread, ThreadPool } from './thread-pool.ts'
import { longTest } from '../testing/long-speech-test.ts'

const ROAD = 'the road to the river is closed'

function createPool(threadsMax: number, idleMs: number): ThreadPool {
  const pool = new ThreadPool(threadsMax, idleMs)
  onTestFinished(() => pool.close())
  return pool
}

/** Takes threads of different sources at the same time. */
const takeAll = (pool: ThreadPool, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => pool.take(`source ${index}`)))

test('idle threads end except one, and others start when they are needed again', async () => {
  const pool = createPool(3, 20)
  for (let round = 0; round < 2; round++) {
    const taken = await takeAll(pool, 3)
    expect(pool.size).toBe(3)
    for (const { release } of taken) release()
    await vi.waitFor(() => expect(pool.size).toBe(1), 10_000)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(pool.size).toBe(1)
  }
})

test('a thread that works does not end', async () => {
  const pool = createPool(2, 20)
  const [first, second] = await takeAll(pool, 2)
  first?.release()
  await vi.waitFor(() => expect(pool.size).toBe(1), 10_000)
  expect(second?.thread.acceptsRequests).toBe(true)
  second?.release()
})

longTest('a pool that closes answers the requests so far, and starts no threads for those that wait', async () => {
  const pool = createPool(1, 60_000)
  const { thread, release } = await pool.take('source')
  const waiting = pool.take('another source')
  const samples = await speak(ROAD)
  const text = thread.request({ kind: 'whole', samples })
  await pool.close()
  expect(await text).toBe(ROAD)
  await expect(thread.request({ kind: 'whole', samples })).rejects.toThrow('the decoder thread ended')
  release()
  await expect(waiting).rejects.toThrow('the recogniser was closed')
  expect(pool.size).toBe(0)
})

longTest('after a thread has freed its memory, another decodes as before', async () => {
  const samples = await speak(ROAD)
  const [first, second] = await takeAll(createPool(2, 60_000), 2)
  if (!first || !second) throw new Error('the pool has no threads')
  const decode = ({ thread }: TakenThread) => thread.request({ kind: 'whole', samples })
  expect(await Promise.all([first, second].map(decode))).toEqual([ROAD, ROAD])
  await first.thread.end()
  expect(await decode(second)).toBe(ROAD)
})

test('threads that are ended while they start leave the process alone', async () => {
  for (let round = 0; round < 5; round++) {
    const pool = new ThreadPool(3, 60_000)
    await takeAll(pool, 3)
    await pool.close()
  }
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { speak } from '../testing/flite.ts'
import { ThreadPool } from './thread-pool.ts'

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
  expect(second?.thread.hasEnded).toBe(false)
  second?.release()
})

test('a thread that frees its memory decodes the next utterance as before', { timeout: 60_000 }, async () => {
  const { thread, release } = await createPool(1, 60_000).take('source')
  const samples = await speak(ROAD)
  expect(await thread.request({ kind: 'whole', samples })).toBe(ROAD)
  expect(await thread.request({ kind: 'free' })).toBe('')
  expect(await thread.request({ kind: 'whole', samples })).toBe(ROAD)
  release()
})

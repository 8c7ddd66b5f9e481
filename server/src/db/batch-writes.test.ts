import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ConnectionUnavailable } from './pool.ts'
import { batchWrites } from './batch-writes.ts'

/** Doubles numbers and records the batches. A batch with 13 fails. */
function doubling(error: Error = new Error('thirteen')) {
  const batches: (readonly number[])[] = []
  const double = batchWrites(async (numbers: readonly number[]) => {
    batches.push(numbers)
    await sleep(1)
    if (numbers.includes(13)) throw error
    return numbers.map((number) => number * 2)
  })
  return { batches, double }
}

test('items that arrive during a batch share the next batch, and each gets its own result', async () => {
  const { batches, double } = doubling()
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(await double(5)).toBe(10)
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

test('only the item that causes a failed batch is rejected', async () => {
  const { double } = doubling()
  const results = await Promise.allSettled([1, 2, 13, 4, 5].map(double))
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    2,
    4,
    'Error: thirteen',
    8,
    10,
  ])
})

test('without a database connection all items of the batch are rejected without a retry', async () => {
  const { batches, double } = doubling(new ConnectionUnavailable())
  const results = await Promise.allSettled([1, 2, 13, 4].map(double))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(batches).toHaveLength(2)
  expect(await double(7)).toBe(14)
})

test('items beyond the maximum are written in several batches, none twice', async () => {
  const { batches, double } = doubling()
  const numbers = Array.from({ length: 350 }, (_, index) => index + 100)
  expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((number) => number * 2))
  expect(batches.map((batch) => batch.length)).toEqual([1, 100, 100, 100, 49])
  expect(batches.flat()).toEqual(numbers)
})

test('a batch that does not end does not block later items', async () => {
  const double = batchWrites(async (numbers: readonly number[]) => {
    if (numbers.includes(13)) await new Promise(() => undefined)
    return numbers.map((number) => number * 2)
  })
  void double(13)
  expect(await Promise.all([1, 2].map(double))).toEqual([2, 4])
})

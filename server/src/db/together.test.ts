import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NeverConnected } from './pool.ts'
import { together } from './together.ts'

/** Doubles numbers; writes down which came together, and refuses those with a 13 among them. */
function doubling(error: Error = new Error('thirteen')) {
  const batches: (readonly number[])[] = []
  const double = together(async (numbers: readonly number[]) => {
    batches.push(numbers)
    await sleep(1)
    if (numbers.includes(13)) throw error
    return numbers.map((number) => number * 2)
  })
  return { batches, double }
}

test('what comes while work is under way is done together by the next, and each gets its own result', async () => {
  const { batches, double } = doubling()
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(await double(5)).toBe(10)
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

test('one that is refused fails alone, and the others are done all the same', async () => {
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

test('where the database is away nothing is tried again: all of them are told', async () => {
  const { batches, double } = doubling(new NeverConnected())
  const results = await Promise.allSettled([1, 2, 13, 4].map(double))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(batches).toHaveLength(2)
  expect(await double(7)).toBe(14)
})

test('more than one statement may take are shared among several, none twice', async () => {
  const { batches, double } = doubling()
  const numbers = Array.from({ length: 350 }, (_, index) => index + 100)
  expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((number) => number * 2))
  expect(batches.map((batch) => batch.length)).toEqual([1, 100, 100, 100, 49])
  expect(batches.flat()).toEqual(numbers)
})

test('one that does not end lets the others go on beside it', async () => {
  const double = together(async (numbers: readonly number[]) => {
    if (numbers.includes(13)) await new Promise(() => undefined)
    return numbers.map((number) => number * 2)
  })
  void double(13)
  expect(await Promise.all([1, 2].map(double))).toEqual([2, 4])
})

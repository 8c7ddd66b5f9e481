import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCleanup } from '#/cleanup-jobs.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { createRateLimiter, type RateLimit } from './rate-limits.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const limitOf = (name: string, max: number): RateLimit => ({ name, max, minutes: 15 })
const processOf = () => createRateLimiter(noroshi.db, noroshi.clock.now)
const countAllowed = (results: readonly { readonly isAllowed: boolean }[]) => results.filter((one) => one.isAllowed).length

test('a key at its limit gets new requests after the window, also if the clock went back', async () => {
  const limiter = processOf()
  const limit = limitOf('window', 1)
  const takeTwice = async () => [(await limiter.take(limit, 'a')).isAllowed, (await limiter.take(limit, 'a')).isAllowed]
  expect(await takeTwice()).toEqual([true, false])
  noroshi.clock.advance({ minutes: 16 })
  expect(await takeTwice()).toEqual([true, false])
  noroshi.clock.advance({ hours: -6 })
  expect(await takeTwice()).toEqual([true, false])
})

test('concurrent requests at two processes share a limit', async () => {
  const [first, second] = [processOf(), processOf()]
  const limit = limitOf('shared', 20)
  const results = Array.from({ length: 300 }, (_, index) => (index % 2 === 0 ? first : second).take(limit, 'a'))
  expect(countAllowed(await Promise.all(results))).toBe(20)
})

test('a process whose clock is behind counts in the window of the other process', async () => {
  const late = createRateLimiter(noroshi.db, () => new Date(noroshi.clock.now().getTime() - 5000))
  const limit = limitOf('behind', 4)
  const results = []
  for (let index = 0; index < 10; index++) results.push(await (index % 2 === 0 ? processOf() : late).take(limit, 'a'))
  expect(countAllowed(results)).toBe(4)
})

test('requests of different keys and limits do not count against each other', async () => {
  const limiter = processOf()
  const [first, second] = [limitOf('first', 2), limitOf('second', 2)]
  const results = await Promise.all([
    ...['a', 'a', 'a', 'b'].map((key) => limiter.take(first, key)),
    ...['a', 'a', 'b'].map((key) => limiter.take(second, key)),
  ])
  expect(results.map((one) => one.isAllowed)).toEqual([true, true, false, true, true, true, true])
})

test('a released request may be made again, and refused requests do not count', async () => {
  const limiter = processOf()
  const limit = limitOf('released', 1)
  await limiter.take(limit, 'a')
  expect(countAllowed(await Promise.all([limiter.take(limit, 'a'), limiter.take(limit, 'a')]))).toBe(0)
  await limiter.release(limit, 'a')
  expect((await limiter.take(limit, 'a')).isAllowed).toBe(true)
})

test('a refused request gets the seconds until its window ends', async () => {
  const limiter = processOf()
  const limit = limitOf('seconds', 1)
  await limiter.take(limit, 'a')
  noroshi.clock.advance({ minutes: 10 })
  expect(await limiter.take(limit, 'a')).toEqual({ isAllowed: false, retryAfterSeconds: 300 })
})

test('the clean-up deletes ended windows only', async () => {
  const limiter = processOf()
  const [limit, other] = [limitOf('old', 1), limitOf('new', 1)]
  await limiter.take(limit, 'a')
  noroshi.clock.advance({ minutes: 16 })
  await limiter.take(other, 'a')
  await runCleanup(noroshi.deps)
  const { count } = await noroshi.db
    .selectFrom('rate_limits')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
  expect((await limiter.take(other, 'a')).isAllowed).toBe(false)
})

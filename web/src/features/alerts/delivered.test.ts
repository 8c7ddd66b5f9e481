import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDelivered } from './create-delivered.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('alerts that come together are acknowledged together, each once', async () => {
  const tell = vi.fn((_ids: string[]) => Promise.resolve(true))
  const delivered = createDelivered(tell)
  delivered.hold(['a', 'b'])
  delivered.hold(['b', 'c'])
  await vi.advanceTimersByTimeAsync(100)
  delivered.hold(['a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell.mock.calls).toEqual([[['a', 'b', 'c']]])
})

test('an acknowledgement without an answer is repeated until it is taken', async () => {
  let isUp = false
  const tell = vi.fn((_ids: string[]) => Promise.resolve(isUp))
  createDelivered(tell).hold(['a'])
  await vi.advanceTimersByTimeAsync(10_200)
  expect(tell).toHaveBeenCalledTimes(3)
  isUp = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tell).toHaveBeenCalledTimes(4)
})

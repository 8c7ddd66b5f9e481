import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeliveryReporter } from './create-delivery-reporter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('alerts that arrive together are reported in one batch, each once', async () => {
  const sendBatch = vi.fn((_ids: string[]) => Promise.resolve(true))
  const reporter = createDeliveryReporter(sendBatch)
  reporter.report(['a', 'b'])
  reporter.report(['b', 'c'])
  await vi.advanceTimersByTimeAsync(100)
  reporter.report(['a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sendBatch.mock.calls).toEqual([[['a', 'b', 'c']]])
})

test('a report is repeated until the server acknowledges it', async () => {
  let isUp = false
  const sendBatch = vi.fn((_ids: string[]) => Promise.resolve(isUp))
  createDeliveryReporter(sendBatch).report(['a'])
  await vi.advanceTimersByTimeAsync(10_200)
  expect(sendBatch).toHaveBeenCalledTimes(3)
  isUp = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sendBatch).toHaveBeenCalledTimes(4)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Acknowledgement, createAcknowledgements } from './create-acknowledgements.ts'

const delivered = (messageThreadId: string, seq: number): Acknowledgement => ({ messageThreadId, status: 'delivered', seq })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('acknowledgements are sent in one batch with the highest seq of each thread, and are not repeated', async () => {
  const sendBatch = vi.fn(async (_updates: Acknowledgement[]) => true)
  const acknowledgements = createAcknowledgements(sendBatch)
  for (const seq of [1, 3, 2]) acknowledgements.add(delivered('a', seq))
  acknowledgements.add({ messageThreadId: 'a', status: 'seen', seq: 2 })
  acknowledgements.add(delivered('b', 1))
  await vi.runAllTimersAsync()
  expect(sendBatch.mock.calls).toEqual([
    [[delivered('a', 3), { messageThreadId: 'a', status: 'seen', seq: 2 }, delivered('b', 1)]],
  ])

  acknowledgements.add(delivered('a', 3))
  acknowledgements.add(delivered('b', 1))
  await vi.runAllTimersAsync()
  expect(sendBatch).toHaveBeenCalledTimes(1)
  acknowledgements.add(delivered('a', 4))
  await vi.runAllTimersAsync()
  expect(sendBatch).toHaveBeenLastCalledWith([delivered('a', 4)])
})

test('a failed batch is retried together with later acknowledgements', async () => {
  const answers = [false, true]
  const sendBatch = vi.fn(async (_updates: Acknowledgement[]) => answers.shift() ?? true)
  const acknowledgements = createAcknowledgements(sendBatch)
  acknowledgements.add(delivered('a', 1))
  await vi.advanceTimersByTimeAsync(1_000)
  acknowledgements.add(delivered('a', 2))
  await vi.runAllTimersAsync()
  expect(sendBatch.mock.calls).toEqual([[[delivered('a', 1)]], [[delivered('a', 2)]]])
})

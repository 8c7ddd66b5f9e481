import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Acknowledgement, createAcknowledgements } from './create-acknowledgements.ts'

const delivered = (messageThreadId: string, seq?: number): Acknowledgement => ({
  messageThreadId,
  status: 'delivered',
  ...(seq !== undefined && { seq }),
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what comes at once is told at once, each thread by its furthest place, and never twice', async () => {
  const tell = vi.fn(async (_updates: Acknowledgement[]) => true)
  const acknowledgements = createAcknowledgements(tell)
  for (const seq of [1, 3, 2]) acknowledgements.note(delivered('a', seq))
  acknowledgements.note({ messageThreadId: 'a', status: 'seen', seq: 2 })
  acknowledgements.note(delivered('b'))
  await vi.runAllTimersAsync()
  expect(tell.mock.calls).toEqual([[[delivered('a', 3), { messageThreadId: 'a', status: 'seen', seq: 2 }, delivered('b')]]])

  acknowledgements.note(delivered('a', 3))
  acknowledgements.note(delivered('b'))
  await vi.runAllTimersAsync()
  expect(tell).toHaveBeenCalledTimes(1)
  acknowledgements.note(delivered('a', 4))
  await vi.runAllTimersAsync()
  expect(tell).toHaveBeenLastCalledWith([delivered('a', 4)])
})

test('what the unit did not hear is told again, with what came meanwhile', async () => {
  const answers = [false, true]
  const tell = vi.fn(async (_updates: Acknowledgement[]) => answers.shift() ?? true)
  const acknowledgements = createAcknowledgements(tell)
  acknowledgements.note(delivered('a', 1))
  await vi.advanceTimersByTimeAsync(1_000)
  acknowledgements.note(delivered('a', 2))
  await vi.runAllTimersAsync()
  expect(tell.mock.calls).toEqual([[[delivered('a', 1)]], [[delivered('a', 2)]]])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Acknowledgement, createAcknowledgements, highestOf } from './create-acknowledgements.ts'

const delivered = (messageThreadId: string, seq: number): Acknowledgement => ({ messageThreadId, status: 'delivered', seq })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('acknowledgements are stored in one batch with the highest seq of each thread, and are not repeated', async () => {
  const store = vi.fn((_updates: Acknowledgement[]) => true)
  const acknowledgements = createAcknowledgements(store)
  for (const seq of [1, 3, 2]) acknowledgements.add(delivered('a', seq))
  acknowledgements.add({ messageThreadId: 'a', status: 'seen', seq: 2 })
  acknowledgements.add(delivered('b', 1))
  await vi.runAllTimersAsync()
  expect(store.mock.calls).toEqual([[[delivered('a', 3), { messageThreadId: 'a', status: 'seen', seq: 2 }, delivered('b', 1)]]])

  acknowledgements.add(delivered('a', 3))
  acknowledgements.add(delivered('b', 1))
  await vi.runAllTimersAsync()
  expect(store).toHaveBeenCalledTimes(1)
  acknowledgements.add(delivered('a', 4))
  await vi.runAllTimersAsync()
  expect(store).toHaveBeenLastCalledWith([delivered('a', 4)])
})

test('a batch that was not stored is stored later together with newer acknowledgements', async () => {
  const answers = [false, true]
  const store = vi.fn((_updates: Acknowledgement[]) => answers.shift() ?? true)
  const acknowledgements = createAcknowledgements(store)
  acknowledgements.add(delivered('a', 1))
  await vi.advanceTimersByTimeAsync(1_000)
  acknowledgements.add(delivered('a', 2))
  await vi.runAllTimersAsync()
  expect(store.mock.calls).toEqual([[[delivered('a', 1)]], [[delivered('a', 2)]]])
})

test('the acknowledgements of the last moment are stored when the page is hidden, once', async () => {
  const store = vi.fn((_updates: Acknowledgement[]) => true)
  const acknowledgements = createAcknowledgements(store)
  acknowledgements.add(delivered('a', 1))
  acknowledgements.flush()
  expect(store.mock.calls).toEqual([[[delivered('a', 1)]]])
  await vi.runAllTimersAsync()
  expect(store).toHaveBeenCalledTimes(1)
})

test('the acknowledgements of another user are removed', async () => {
  const store = vi.fn((_updates: Acknowledgement[]) => true)
  const acknowledgements = createAcknowledgements(store)
  acknowledgements.add(delivered('a', 5))
  acknowledgements.clear()
  acknowledgements.add(delivered('a', 4))
  await vi.runAllTimersAsync()
  expect(store.mock.calls).toEqual([[[delivered('a', 4)]]])
})

test('an older acknowledgement does not replace a newer one that waits', () => {
  expect(highestOf([delivered('a', 7), delivered('b', 2), delivered('a', 5)])).toEqual([delivered('a', 7), delivered('b', 2)])
})

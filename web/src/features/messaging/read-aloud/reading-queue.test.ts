import { expect, test } from 'vitest'
import { enqueue, isTooOld, type Spoken, stillWaiting } from './reading-queue.ts'

const requested = { onRead: () => undefined, onFailed: () => undefined }
// `as`: the queue reads the id only.
const spoken = (id: string, at = 0, request: Spoken['request'] = null): Spoken => ({
  message: { id } as Spoken['message'],
  audio: '',
  at,
  request,
})
const idsOf = (queue: readonly Spoken[]) => queue.map(({ message }) => message.id)

test('messages wait in the order of their arrival, each once', () => {
  const queue = ['a', 'b', 'a', 'c'].reduce<readonly Spoken[]>((all, id) => enqueue(all, spoken(id)), [])
  expect(idsOf(queue)).toEqual(['a', 'b', 'c'])
})

test('the newest messages wait when there are too many', () => {
  const ids = Array.from({ length: 25 }, (_, index) => String(index))
  const queue = ids.reduce<readonly Spoken[]>((all, id) => enqueue(all, spoken(id)), [])
  expect(idsOf(queue)).toEqual(ids.slice(5))
})

test('a message that another tab has begun, and one that is five minutes old, do not wait any more', () => {
  const queue = [spoken('old', 0), spoken('begun', 200_000), spoken('new', 200_000)]
  expect(idsOf(stillWaiting(queue, 300_001, (id) => id === 'begun'))).toEqual(['new'])
})

test('an unchanged queue stays the same object', () => {
  const queue = [spoken('a')]
  expect(stillWaiting(queue, 1, () => false)).toBe(queue)
})

test('a message is too old to be read after more than five minutes', () => {
  expect([300_000, 300_001].map((now) => isTooOld(spoken('a'), now))).toEqual([false, true])
})

test('messages that the user asked for wait however many and old they are, also if they were read before', () => {
  const ids = Array.from({ length: 25 }, (_, index) => `asked ${index}`)
  const asked = ids.reduce<readonly Spoken[]>((all, id) => enqueue(all, spoken(id, 0, requested)), [])
  const queue = enqueue(asked, spoken('new', 0))
  expect(idsOf(queue)).toEqual([...ids, 'new'])
  expect(idsOf(stillWaiting(queue, 300_001, () => true))).toEqual(ids)
})

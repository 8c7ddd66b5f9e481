import { expect, test } from 'vitest'
import { createSeenMark, SEEN_AFTER_MS } from './create-seen-mark.ts'

test('a message counts as seen after half a second on the screen, not before', () => {
  const mark = createSeenMark(10)
  expect(mark.look([11, 12], 0)).toBe(SEEN_AFTER_MS)
  expect(mark.look([11, 12], 300)).toBe(SEEN_AFTER_MS - 300)
  expect(mark.seq()).toBe(10)
  expect(mark.look([11, 12], SEEN_AFTER_MS)).toBeNull()
  expect(mark.seq()).toBe(12)
})

test('messages that only pass by are not seen', () => {
  const mark = createSeenMark(0)
  mark.look([1, 2, 3], 0)
  mark.look([4, 5, 6], 200)
  mark.look([7, 8, 9], 400)
  mark.look([7, 8, 9], 2000)
  expect(mark.seq()).toBe(0)
  expect(mark.reach([7, 8, 9])).toBe(0)
})

test('the half second of a message that leaves begins again at its return', () => {
  const mark = createSeenMark(0)
  mark.look([1], 0)
  mark.look([], 300)
  mark.look([1], 400)
  mark.look([1], 800)
  expect(mark.seq()).toBe(0)
  mark.look([1], 900)
  expect(mark.seq()).toBe(1)
})

test('a message that was long enough on the screen is seen although it leaves at the next look', () => {
  const mark = createSeenMark(0)
  mark.look([1, 2], 0)
  mark.look([], 900)
  expect(mark.seq()).toBe(2)
})

test('the mark waits below an unseen message and rises over those that were seen before', () => {
  const mark = createSeenMark(0)
  mark.look([3, 4], 0)
  mark.look([3, 4], 500)
  expect(mark.seq()).toBe(0)
  expect(mark.reach([1])).toBe(1)
  mark.look([1, 2], 600)
  expect(mark.reach([1, 2])).toBe(4)
  mark.look([1, 2], 1100)
  expect(mark.seq()).toBe(4)
})

test('the mark rises with what the user has seen elsewhere, and never falls', () => {
  const mark = createSeenMark(5)
  mark.look([8], 0)
  mark.look([8], 500)
  mark.raise(7)
  expect(mark.seq()).toBe(8)
  mark.raise(3)
  expect(mark.seq()).toBe(8)
  expect(mark.look([8], 600)).toBeNull()
})

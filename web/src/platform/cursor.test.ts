import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCursor } from './cursor.ts'
import { fakeStorage } from './device.fake.ts'
import { CURSOR_KEEP_MS, CURSOR_SETTLE_MS } from './tuning.ts'

fakeStorage()
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('an event’s cursor counts only once what is below it has surely arrived', () => {
  const cursor = createCursor()
  cursor.reached('10')
  cursor.heard('20')
  expect(cursor.value()).toBe('10')
  later(CURSOR_SETTLE_MS)
  cursor.heard('30')
  expect(cursor.value()).toBe('20')
})

test('what was heard just before the connection broke does not count', () => {
  const cursor = createCursor()
  cursor.reached('10')
  cursor.heard('20')
  cursor.lost()
  later(CURSOR_SETTLE_MS)
  cursor.heard('30')
  expect(cursor.value()).toBe('10')
})

test('a cursor never goes back, however many digits it has', () => {
  const cursor = createCursor()
  cursor.reached('100')
  cursor.reached('99')
  expect(cursor.value()).toBe('100')
})

test('a cursor goes back where the unit’s log begins anew', () => {
  const cursor = createCursor()
  cursor.reached('100')
  cursor.restart('99')
  expect(cursor.value()).toBe('99')
})

test('a page that was opened anew goes on from the stored cursor while that is fresh', () => {
  createCursor().reached('10')
  expect(createCursor().value()).toBe('10')
  later(CURSOR_KEEP_MS)
  expect(createCursor().value()).toBeNull()
})

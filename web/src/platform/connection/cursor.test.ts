import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCursor } from './cursor.ts'
import { CURSOR_SETTLE_MS } from '../tuning.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
/** Returns a cursor of one epoch. */
const at = (xid: number) => `00000000-0000-4000-8000-000000000001.${xid}`
const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('the cursor of an event counts only after the settle time', () => {
  const cursor = createCursor()
  cursor.advance(at(10))
  cursor.noteEvent(at(20))
  expect(cursor.value()).toBe(at(10))
  advanceTime(CURSOR_SETTLE_MS)
  cursor.noteEvent(at(30))
  expect(cursor.value()).toBe(at(20))
})

test('the cursor of an event before a disconnect does not count', () => {
  const cursor = createCursor()
  cursor.advance(at(10))
  cursor.noteEvent(at(20))
  cursor.disconnected()
  advanceTime(CURSOR_SETTLE_MS)
  cursor.noteEvent(at(30))
  expect(cursor.value()).toBe(at(10))
})

test('a cursor never goes back, whatever its number of digits', () => {
  const cursor = createCursor()
  cursor.advance(at(100))
  cursor.advance(at(99))
  expect(cursor.value()).toBe(at(100))
})

test('a cursor goes back after a restart of the journal', () => {
  const cursor = createCursor()
  cursor.advance(at(100))
  cursor.restart(at(99))
  expect(cursor.value()).toBe(at(99))
})

test('a cursor of another epoch replaces the stored one, whatever its number', () => {
  const cursor = createCursor()
  cursor.advance(at(100))
  cursor.advance('00000000-0000-4000-8000-000000000002.5')
  expect(cursor.value()).toBe('00000000-0000-4000-8000-000000000002.5')
})

import { expect, test } from 'vitest'
import { hourBefore, selectionOf } from './time-span.ts'

test('the field starts an hour ago in the time zone of the device', () => {
  const now = new Date(2026, 10, 21, 0, 5)
  expect(hourBefore(now.getTime())).toBe('2026-11-20T23:05')
})

test('two times select what was raised between them, and an empty end means until now', () => {
  const from = new Date(2026, 10, 21, 9, 0).toISOString()
  expect(selectionOf('2026-11-21T09:00', '2026-11-21T09:30')).toEqual({
    from,
    to: new Date(2026, 10, 21, 9, 30).toISOString(),
  })
  expect(selectionOf('2026-11-21T09:00', '')).toEqual({ from })
})

test('a missing start, and an end that is not after the start, select nothing', () => {
  expect(selectionOf('', '2026-11-21T09:30')).toBeNull()
  expect(selectionOf('2026-11-21T09:30', '2026-11-21T09:30')).toBeNull()
  expect(selectionOf('2026-11-21T09:30', '2026-11-21T09:00')).toBeNull()
})

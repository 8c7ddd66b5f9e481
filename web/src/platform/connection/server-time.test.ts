import { afterEach, expect, test, vi } from 'vitest'
import { noteServerTime, onServerTime, serverNow } from './server-time.ts'

const HOUR_MS = 3_600_000
const header = (ahead: number) => new Date(Date.now() + ahead).toUTCString()
afterEach(() => noteServerTime(header(0)))

test('a device with a wrong clock uses the time of the server', () => {
  const changed = vi.fn<() => void>()
  const stop = onServerTime(changed)
  noteServerTime(header(3 * HOUR_MS))
  expect(Math.abs(serverNow() - Date.now() - 3 * HOUR_MS)).toBeLessThan(2000)
  noteServerTime(header(3 * HOUR_MS + 5000))
  expect(changed).toHaveBeenCalledTimes(1)
  noteServerTime(header(-HOUR_MS))
  expect(Math.abs(serverNow() - Date.now() + HOUR_MS)).toBeLessThan(2000)
  stop()
})

test('a small difference, a missing header and an invalid header change nothing', () => {
  for (const value of [header(20_000), null, 'yesterday']) noteServerTime(value)
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1000)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Location } from '@noroshi/contract/location'
import { reportLocations } from './location-reports.ts'

const at = (latitude: number): Location => ({ latitude, longitude: 140, accuracy: 5 })

/** A device that reports locations when the test says so, and a server that may refuse them. */
function start() {
  const sent: number[] = []
  const device = {
    move: (_location: Location | null): void => undefined,
    isWatched: true,
    isOnline: true,
    /** The next reports fail when it resolves. */
    timeout: Promise.resolve(),
  }
  const stop = reportLocations({
    watch: (onLocated) => {
      device.move = onLocated
      return () => (device.isWatched = false)
    },
    send: async ({ latitude }) => {
      if (!device.isOnline) {
        await device.timeout
        throw new Error('no network')
      }
      sent.push(latitude)
    },
  })
  return { sent, device, stop }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first location is sent at once, and the newest one after 30 seconds', async () => {
  const { sent, device, stop } = start()
  device.move(null)
  for (const latitude of [1, 2, 3]) device.move(at(latitude))
  expect(sent).toEqual([1])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent).toEqual([1, 3])
  stop()
})

test('a location that did not arrive is sent once more within 30 seconds, also from a device at rest', async () => {
  const { sent, device, stop } = start()
  device.isOnline = false
  await vi.advanceTimersByTimeAsync(5) // a device needs some milliseconds for its first location
  device.move(at(1))
  await vi.advanceTimersByTimeAsync(1000)
  device.isOnline = true
  await vi.advanceTimersByTimeAsync(29_000)
  expect(sent).toEqual([1])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([1])
  stop()
})

test('a newer location replaces one that did not arrive, and the end sends nothing', async () => {
  const { sent, device, stop } = start()
  device.isOnline = false
  device.move(at(1))
  device.move(at(2))
  await vi.advanceTimersByTimeAsync(1000)
  device.isOnline = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent).toEqual([2])
  device.move(at(3))
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent, device.isWatched]).toEqual([[2], false])
})

test('a report that fails after 30 seconds is repeated, unless a newer location was sent meanwhile', async () => {
  const { sent, device, stop } = start()
  const first = Promise.withResolvers<void>()
  device.isOnline = false
  device.timeout = first.promise
  device.move(at(1))
  await vi.advanceTimersByTimeAsync(31_000)
  device.isOnline = true
  first.resolve()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent).toEqual([1])
  const second = Promise.withResolvers<void>()
  device.isOnline = false
  device.timeout = second.promise
  await vi.advanceTimersByTimeAsync(30_000)
  device.move(at(2))
  await vi.advanceTimersByTimeAsync(20_000)
  device.isOnline = true
  device.move(at(3))
  await vi.advanceTimersByTimeAsync(10_000)
  second.resolve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([1, 3])
  stop()
})

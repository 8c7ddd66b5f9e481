import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { socket, startSocket } from './socket.ts'
import { ATTEMPT_MIN_MS, TICK_MS } from '../tuning.ts'

const SECOND = 1_000

/** The attempts to connect. None of them ends: the network that they use is gone. */
const attempts = vi.spyOn(socket, 'connect').mockReturnValue(socket)
const ended = vi.spyOn(socket, 'disconnect').mockReturnValue(socket)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {})
  startSocket(() => false)
})
afterEach(() => {
  socket.connected = false
  socket.off()
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** The device sleeps for a minute without an event, in which timers and `performance.now()` stand still. */
const sleep = () => vi.setSystemTime(Date.now() + 60 * SECOND)

test('a device that slept during a young attempt to connect replaces it once it is old enough to be dead', async () => {
  await vi.advanceTimersByTimeAsync(SECOND)
  sleep()
  await vi.advanceTimersByTimeAsync(TICK_MS - SECOND) // the tick that notices the sleep
  expect(attempts).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(ATTEMPT_MIN_MS - TICK_MS + 1)
  expect(ended).toHaveBeenCalledOnce()
  expect(attempts).toHaveBeenCalledTimes(2)
})

test('an attempt that connects after the device slept is kept', async () => {
  sleep()
  await vi.advanceTimersByTimeAsync(TICK_MS)
  socket.connected = true
  await vi.advanceTimersByTimeAsync(ATTEMPT_MIN_MS)
  expect(attempts).toHaveBeenCalledOnce()
  expect(ended).not.toHaveBeenCalled()
})

test('a network that comes back repeatedly does not end a young attempt again and again', async () => {
  for (let count = 0; count < 4; count += 1) {
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(ATTEMPT_MIN_MS / 4)
  }
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(attempts).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(ATTEMPT_MIN_MS)
  expect(attempts).toHaveBeenCalledTimes(2)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COUNTDOWN_MS, HOLD_MS } from '../../platform/early-presses.ts'
import type { Fix } from '../../platform/device/fix.ts'
import { type Delivery, LOCATION_WAIT_MS, type Raised, type RaiseReply, SosRaiser } from './sos-raiser.ts'

const sendai: Fix = { latitude: 38.2682, longitude: 140.8694, accuracy: 12, at: new Date('2026-11-21T09:41:00.000Z').getTime() }
const reply: RaiseReply = {
  id: '01990000-0000-7000-8000-000000000001',
  createdAt: '2026-11-21T09:42:00.000Z',
  alertMessageThread: { MessageThreadId: '01990000-0000-7000-8000-000000000002' },
  isExisting: false,
  recipientCount: 48,
}

/**
 * Starts a raiser with a device that is located after `locatesAfter` ms. `deliver` returns the reply of the server.
 */
function startRaiser({ locatesAfter = 0, deliver = () => Promise.resolve<RaiseReply | null>(reply) } = {}) {
  const sent: Delivery[] = []
  const followUps: Delivery[] = []
  const raised = vi.fn<(raised: Raised) => void>()
  const withoutLocation = vi.fn<(reply: RaiseReply) => void>()
  let found: (location: Fix | null) => void = () => undefined
  const raiser = new SosRaiser({
    locate(onLocated) {
      found = onLocated
      const timer = setTimeout(() => onLocated(sendai), locatesAfter)
      return () => clearTimeout(timer)
    },
    deliver(delivery) {
      sent.push(delivery)
      return deliver()
    },
    sendLocation: (clientId, location) => void followUps.push({ clientId, location }),
  })
  raiser.onRaised(raised)
  raiser.onRaisedWithoutLocation(withoutLocation)
  const stage = () => raiser.view.get().stage
  return { raiser, sent, followUps, raised, withoutLocation, stage, found: (location: Fix | null) => found(location) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(sendai.at)
})
afterEach(() => void vi.useRealTimers())

test('holding the button for 1.5 s sends the SOS with the location', async () => {
  const { raiser, sent, raised, stage } = startRaiser()
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS - 1)
  expect(stage()).toBe('holding')
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toMatchObject([{ location: sendai }])
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ reply, locationState: 'found' }))
  expect(stage()).toBe('idle')
})

test('an early release starts the countdown, which sends at its end', async () => {
  const { raiser, sent, stage } = startRaiser()
  raiser.press()
  await vi.advanceTimersByTimeAsync(400)
  raiser.release()
  expect(stage()).toBe('countdown')
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(1)
})

test('a cancelled countdown sends nothing', async () => {
  const { raiser, sent, stage } = startRaiser()
  raiser.tap()
  raiser.cancel()
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS * 2)
  expect(stage()).toBe('idle')
  expect(sent).toEqual([])
})

test('an SOS that is withdrawn while it is being sent is not followed by its location', async () => {
  const { raiser, followUps, stage } = startRaiser({ locatesAfter: HOLD_MS + 500, deliver: () => new Promise(() => {}) })
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(stage()).toBe('sending')
  raiser.withdraw('another')
  expect(stage()).toBe('sending')
  raiser.withdraw(raiser.view.get().clientId)
  expect(stage()).toBe('idle')
  await vi.advanceTimersByTimeAsync(1000)
  expect(followUps).toEqual([])
})

test('"Send now" does not wait for the countdown', async () => {
  const { raiser, sent } = startRaiser()
  raiser.tap()
  await vi.advanceTimersByTimeAsync(100)
  raiser.sendNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
})

test('a tap sends at once if the countdown is off in the settings', async () => {
  const { raiser, sent } = startRaiser()
  raiser.configure(false)
  raiser.tap()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
})

test('an SOS does not wait for its location, which is sent later with the same id', async () => {
  const { raiser, sent, followUps } = startRaiser({ locatesAfter: 9_000, deliver: () => new Promise(() => undefined) })
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(sent).toMatchObject([{ location: null }])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followUps).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
})

test('a location found soon after the reply is sent, without a report of a missing location', async () => {
  const { raiser, sent, followUps, raised, withoutLocation } = startRaiser({ locatesAfter: HOLD_MS + LOCATION_WAIT_MS - 1 })
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ locationState: 'seeking' }))
  await vi.advanceTimersByTimeAsync(LOCATION_WAIT_MS * 2)
  expect(followUps).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
  expect(withoutLocation).not.toHaveBeenCalled()
})

test('a missing location is reported after the wait; a later location is still sent', async () => {
  const { raiser, sent, followUps, withoutLocation } = startRaiser({ locatesAfter: 9_000 })
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS + LOCATION_WAIT_MS - 1)
  expect(withoutLocation).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(withoutLocation).toHaveBeenCalledExactlyOnceWith(reply)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followUps).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
  expect(withoutLocation).toHaveBeenCalledOnce()
})

test('a device that cannot be located reports the missing location at once', async () => {
  const { raiser, withoutLocation, found } = startRaiser({ locatesAfter: 9_000 })
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  found(null)
  expect(withoutLocation).toHaveBeenCalledOnce()
})

test('a countdown of a frozen page sends when the page wakes after its end', () => {
  const { raiser, sent } = startRaiser()
  raiser.tap()
  vi.setSystemTime(Date.now() + COUNTDOWN_MS - 1) // the clock continues, the timers do not
  raiser.wake()
  expect(sent).toEqual([])
  vi.setSystemTime(Date.now() + 1)
  raiser.wake()
  expect(sent).toHaveLength(1)
})

test('SEND_NOW sends synchronously, since the page may close', () => {
  const { raiser, sent } = startRaiser()
  raiser.tap()
  raiser.sendNow()
  expect(sent).toHaveLength(1)
})

test('an SOS without a reply is kept, and a press retries it with the same id', async () => {
  const { raiser, sent, raised, stage } = startRaiser({ deliver: () => Promise.resolve(null) })
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(stage()).toBe('kept')
  expect(raised).not.toHaveBeenCalled()
  raiser.press()
  await vi.advanceTimersByTimeAsync(0)
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1)
  raiser.acknowledge(sent[0]?.clientId ?? '', reply, true)
  expect(raised).toHaveBeenCalledOnce()
  expect(stage()).toBe('idle')
})

test('a spoken SOS retries an SOS that is kept, and asks for its dialog', async () => {
  const { raiser, sent, stage } = startRaiser({ deliver: () => Promise.resolve(null) })
  const repeated = vi.fn()
  raiser.onRepeated(repeated)
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(stage()).toBe('kept')
  raiser.countDown()
  expect(stage()).toBe('sending')
  expect(sent).toHaveLength(2)
  expect(sent[1]?.clientId).toBe(sent[0]?.clientId)
  expect(repeated).toHaveBeenCalledOnce()
})

test('the reply to an older SOS is emitted, and the unsent SOS stays kept', async () => {
  const { raiser, raised, stage } = startRaiser({ deliver: () => Promise.resolve(null) })
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  raiser.acknowledge('an-older-one', reply, true)
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ isCurrent: false }))
  expect(stage()).toBe('kept')
})

test('an SOS of an earlier page is emitted when the server acknowledges it', () => {
  const { raiser, raised } = startRaiser()
  raiser.acknowledge('of-an-earlier-page', reply, false)
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ reply, locationState: 'none' }))
})

test('each SOS has its own id', async () => {
  const { raiser, sent } = startRaiser()
  for (let round = 0; round < 2; round++) {
    raiser.press()
    await vi.advanceTimersByTimeAsync(HOLD_MS)
  }
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2)
})

const before = (seconds: number): Fix => ({ ...sendai, latitude: 38.1, at: sendai.at - seconds * 1000 })

test('a known location is sent with the SOS, and a newer one later with the same id', async () => {
  const { raiser, sent, followUps, raised, withoutLocation } = startRaiser({ locatesAfter: 9_000 })
  raiser.configure(false)
  raiser.tap(before(600))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toMatchObject([{ location: before(600) }])
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ locationState: 'known' }))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followUps).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
  expect(withoutLocation).not.toHaveBeenCalled()
})

test('a device that finds no new location keeps the known one', async () => {
  const { raiser, sent, withoutLocation, found } = startRaiser({ locatesAfter: 9_000 })
  raiser.press(before(600))
  found(null)
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(sent).toMatchObject([{ location: before(600) }])
  expect(raiser.view.get().locationState).toBe('known')
  expect(withoutLocation).not.toHaveBeenCalled()
})

test('a fresh and exact location is not replaced by a coarser one', async () => {
  const { raiser, sent, followUps, found } = startRaiser({ locatesAfter: 9_000 })
  raiser.press(before(5))
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  found({ ...sendai, accuracy: 3000 })
  expect(sent).toMatchObject([{ location: before(5) }])
  expect(followUps).toEqual([])
  expect(raiser.view.get().locationState).toBe('found')
})

test('each better location is sent', async () => {
  const { raiser, followUps, found } = startRaiser({ locatesAfter: 99_000 })
  raiser.press()
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  for (const accuracy of [900, 850, 10]) found({ ...sendai, accuracy })
  expect(followUps.map(({ location }) => location?.accuracy)).toEqual([900, 10])
})

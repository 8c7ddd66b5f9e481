import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { COUNTDOWN_MS, HOLD_MS } from '../../platform/early-presses.ts'
import type { Fix } from '../../platform/fix.ts'
import { type Delivery, LOCATION_WAIT_MS, raiseMachine, type RaiseEvent, type RaiseReply } from './raise.machine.ts'

const sendai: Fix = { latitude: 38.2682, longitude: 140.8694, accuracy: 12, at: new Date('2026-11-21T09:41:00.000Z').getTime() }
const reply: RaiseReply = {
  id: '01990000-0000-7000-8000-000000000001',
  createdAt: '2026-11-21T09:42:00.000Z',
  alertMessageThread: { MessageThreadId: '01990000-0000-7000-8000-000000000002' },
  isExisting: false,
  recipientCount: 48,
}

/**
 * Starts the machine with a device that is located after `locatesAfter` ms. `deliver` returns the reply of the server.
 */
function startMachine({ locatesAfter = 0, deliver = () => Promise.resolve<RaiseReply | null>(reply) } = {}) {
  const sent: Delivery[] = []
  const followUps: Delivery[] = []
  const raised = vi.fn()
  const withoutLocation = vi.fn()
  const actor = createActor(
    raiseMachine.provide({
      actors: {
        locate: fromCallback<RaiseEvent>(({ sendBack }) => {
          const timer = setTimeout(() => sendBack({ type: 'LOCATED', location: sendai }), locatesAfter)
          return () => clearTimeout(timer)
        }),
        deliver: fromPromise<RaiseReply | null, Delivery>(({ input }) => {
          sent.push(input)
          return deliver()
        }),
      },
      actions: {
        sendLocation: ({ context: { clientId, location } }) => void followUps.push({ clientId, location }),
      },
    }),
  )
  actor.on('raised', raised)
  actor.on('raisedWithoutLocation', withoutLocation)
  actor.start()
  const stage = () => JSON.stringify(actor.getSnapshot().value)
  return { actor, sent, followUps, raised, withoutLocation, stage }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(sendai.at)
})
afterEach(() => void vi.useRealTimers())

test('holding the button for 1.5 s sends the SOS with the location', async () => {
  const { actor, sent, raised, stage } = startMachine()
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS - 1)
  expect(stage()).toBe('"holding"')
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toMatchObject([{ location: sendai }])
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ reply, locationState: 'found' }))
  expect(stage()).toBe('{"resting":{"sent":"done"}}')
})

test('an early release starts the countdown, which sends at its end', async () => {
  const { actor, sent, stage } = startMachine()
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(400)
  actor.send({ type: 'RELEASE' })
  expect(stage()).toBe('{"countdown":"counting"}')
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(1)
})

test('a cancelled countdown sends nothing', async () => {
  const { actor, sent, stage } = startMachine()
  actor.send({ type: 'TAP' })
  actor.send({ type: 'CANCEL' })
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS * 2)
  expect(stage()).toBe('{"resting":"idle"}')
  expect(sent).toEqual([])
})

test('an SOS that is withdrawn while it is being sent is not followed by its location', async () => {
  const { actor, followUps, stage } = startMachine({ locatesAfter: HOLD_MS + 500, deliver: () => new Promise(() => {}) })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(stage()).toBe('{"delivery":"sending"}')
  actor.send({ type: 'WITHDRAW', clientId: 'another' })
  expect(stage()).toBe('{"delivery":"sending"}')
  actor.send({ type: 'WITHDRAW', clientId: actor.getSnapshot().context.clientId })
  expect(stage()).toBe('{"resting":"idle"}')
  await vi.advanceTimersByTimeAsync(1000)
  expect(followUps).toEqual([])
})

test('"Send now" does not wait for the countdown', async () => {
  const { actor, sent } = startMachine()
  actor.send({ type: 'TAP' })
  await vi.advanceTimersByTimeAsync(100)
  actor.send({ type: 'SEND_NOW' })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
})

test('a tap sends at once if the countdown is off in the settings', async () => {
  const { actor, sent } = startMachine()
  actor.send({ type: 'CONFIGURE', countsDown: false })
  actor.send({ type: 'TAP' })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
})

test('an SOS does not wait for its location, which is sent later with the same id', async () => {
  const { actor, sent, followUps } = startMachine({ locatesAfter: 9_000, deliver: () => new Promise(() => undefined) })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(sent).toMatchObject([{ location: null }])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followUps).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
})

test('a location found soon after the reply is sent, without a report of a missing location', async () => {
  const { actor, sent, followUps, raised, withoutLocation } = startMachine({ locatesAfter: HOLD_MS + LOCATION_WAIT_MS - 1 })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ locationState: 'seeking' }))
  await vi.advanceTimersByTimeAsync(LOCATION_WAIT_MS * 2)
  expect(followUps).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
  expect(withoutLocation).not.toHaveBeenCalled()
})

test('a missing location is reported after the wait; a later location is still sent', async () => {
  const { actor, sent, followUps, withoutLocation } = startMachine({ locatesAfter: 9_000 })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS + LOCATION_WAIT_MS - 1)
  expect(withoutLocation).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(withoutLocation).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reply }))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followUps).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
  expect(withoutLocation).toHaveBeenCalledOnce()
})

test('a device that cannot be located reports the missing location at once', async () => {
  const { actor, withoutLocation } = startMachine({ locatesAfter: 9_000 })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  actor.send({ type: 'LOCATED', location: null })
  expect(withoutLocation).toHaveBeenCalledOnce()
})

test('a countdown of a frozen page sends when the page wakes after its end', () => {
  const { actor, sent } = startMachine()
  actor.send({ type: 'TAP' })
  vi.setSystemTime(Date.now() + COUNTDOWN_MS - 1) // the clock continues, the timers do not
  actor.send({ type: 'WAKE' })
  expect(sent).toEqual([])
  vi.setSystemTime(Date.now() + 1)
  actor.send({ type: 'WAKE' })
  expect(sent).toHaveLength(1)
})

test('SEND_NOW sends synchronously, since the page may close', () => {
  const { actor, sent } = startMachine()
  actor.send({ type: 'TAP' })
  actor.send({ type: 'SEND_NOW' })
  expect(sent).toHaveLength(1)
})

test('an SOS without a reply is kept, and a press retries it with the same id', async () => {
  const { actor, sent, raised, stage } = startMachine({ deliver: () => Promise.resolve(null) })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(stage()).toBe('{"delivery":"kept"}')
  expect(raised).not.toHaveBeenCalled()
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(0)
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1)
  actor.send({ type: 'ACKNOWLEDGED', clientId: sent[0]?.clientId ?? '', reply, hasLocation: true })
  expect(raised).toHaveBeenCalledOnce()
  expect(stage()).toBe('{"resting":{"sent":"done"}}')
})

test('a spoken SOS retries an SOS that is kept, and asks for its dialog', async () => {
  const { actor, sent, stage } = startMachine({ deliver: () => Promise.resolve(null) })
  const repeated = vi.fn()
  actor.on('repeated', repeated)
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(stage()).toBe('{"delivery":"kept"}')
  actor.send({ type: 'COUNT_DOWN' })
  expect(stage()).toBe('{"delivery":"sending"}')
  expect(sent).toHaveLength(2)
  expect(sent[1]?.clientId).toBe(sent[0]?.clientId)
  expect(repeated).toHaveBeenCalledOnce()
})

test('the reply to an older SOS is emitted, and the unsent SOS stays kept', async () => {
  const { actor, raised, stage } = startMachine({ deliver: () => Promise.resolve(null) })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  actor.send({ type: 'ACKNOWLEDGED', clientId: 'an-older-one', reply, hasLocation: true })
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ isCurrent: false }))
  expect(stage()).toBe('{"delivery":"kept"}')
})

test('an SOS of an earlier page is emitted when the server acknowledges it', () => {
  const { actor, raised } = startMachine()
  actor.send({ type: 'ACKNOWLEDGED', clientId: 'of-an-earlier-page', reply, hasLocation: false })
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ reply, locationState: 'none' }))
})

test('each SOS has its own id', async () => {
  const { actor, sent } = startMachine()
  for (let round = 0; round < 2; round++) {
    actor.send({ type: 'PRESS' })
    await vi.advanceTimersByTimeAsync(HOLD_MS)
  }
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2)
})

const before = (seconds: number): Fix => ({ ...sendai, latitude: 38.1, at: sendai.at - seconds * 1000 })

test('a known location is sent with the SOS, and a newer one later with the same id', async () => {
  const { actor, sent, followUps, raised, withoutLocation } = startMachine({ locatesAfter: 9_000 })
  actor.send({ type: 'CONFIGURE', countsDown: false })
  actor.send({ type: 'TAP', known: before(600) })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toMatchObject([{ location: before(600) }])
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ locationState: 'known' }))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followUps).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
  expect(withoutLocation).not.toHaveBeenCalled()
})

test('a device that finds no new location keeps the known one', async () => {
  const { actor, sent, withoutLocation } = startMachine({ locatesAfter: 9_000 })
  actor.send({ type: 'PRESS', known: before(600) })
  actor.send({ type: 'LOCATED', location: null })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(sent).toMatchObject([{ location: before(600) }])
  expect(actor.getSnapshot().context.locationState).toBe('known')
  expect(withoutLocation).not.toHaveBeenCalled()
})

test('a fresh and exact location is not replaced by a coarser one', async () => {
  const { actor, sent, followUps } = startMachine({ locatesAfter: 9_000 })
  actor.send({ type: 'PRESS', known: before(5) })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  actor.send({ type: 'LOCATED', location: { ...sendai, accuracy: 3000 } })
  expect(sent).toMatchObject([{ location: before(5) }])
  expect(followUps).toEqual([])
  expect(actor.getSnapshot().context.locationState).toBe('found')
})

test('each better location is sent', async () => {
  const { actor, followUps } = startMachine({ locatesAfter: 99_000 })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  for (const accuracy of [900, 850, 10]) actor.send({ type: 'LOCATED', location: { ...sendai, accuracy } })
  expect(followUps.map(({ location }) => location?.accuracy)).toEqual([900, 10])
})

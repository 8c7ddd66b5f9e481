import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { Location } from '@noroshi/contract/location'
import {
  COUNTDOWN_MS,
  type Delivery,
  HOLD_MS,
  PLACE_WAIT_MS,
  raiseMachine,
  type RaiseEvent,
  type RaiseReply,
} from './raise.machine.ts'

const sendai: Location = { latitude: 38.2682, longitude: 140.8694, accuracy: 12 }
const reply: RaiseReply = {
  id: '01990000-0000-7000-8000-000000000001',
  createdAt: '2026-11-21T09:42:00.000Z',
  alertMessageThread: { MessageThreadId: '01990000-0000-7000-8000-000000000002' },
  isExisting: false,
  recipientCount: 48,
}

/** Somebody at the key, with a device that finds its place after `locatesAfter` ms and a unit that answers or not. */
function somebody({ locatesAfter = 0, unit = () => Promise.resolve<RaiseReply | null>(reply) } = {}) {
  const sent: Delivery[] = []
  const followed: Delivery[] = []
  const raised = vi.fn()
  const unplaced = vi.fn()
  const actor = createActor(
    raiseMachine.provide({
      actors: {
        seek: fromCallback<RaiseEvent>(({ sendBack }) => {
          const timer = setTimeout(() => sendBack({ type: 'LOCATED', location: sendai }), locatesAfter)
          return () => clearTimeout(timer)
        }),
        deliver: fromPromise<RaiseReply | null, Delivery>(({ input }) => {
          sent.push(input)
          return unit()
        }),
      },
      actions: {
        placeFollows: ({ context: { clientId, location } }) => void followed.push({ clientId, location }),
      },
    }),
  )
  actor.on('raised', raised)
  actor.on('unplaced', unplaced)
  actor.start()
  const stage = () => JSON.stringify(actor.getSnapshot().value)
  return { actor, sent, followed, raised, unplaced, stage }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('holding the key for 1.5 s sends at once, with the place', async () => {
  const { actor, sent, raised, stage } = somebody()
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS - 1)
  expect(stage()).toBe('"holding"')
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toMatchObject([{ location: sendai }])
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ reply, place: 'found' }))
  expect(stage()).toBe('{"resting":{"sent":"done"}}')
})

test('letting go early is a tap: the countdown sends at its end', async () => {
  const { actor, sent, stage } = somebody()
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(400)
  actor.send({ type: 'RELEASE' })
  expect(stage()).toBe('"countdown"')
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(1)
})

test('a cancelled countdown sends nothing', async () => {
  const { actor, sent, stage } = somebody()
  actor.send({ type: 'TAP' })
  actor.send({ type: 'CANCEL' })
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS * 2)
  expect(stage()).toBe('{"resting":"idle"}')
  expect(sent).toEqual([])
})

test('"Send now" does not wait for the countdown', async () => {
  const { actor, sent } = somebody()
  actor.send({ type: 'TAP' })
  await vi.advanceTimersByTimeAsync(100)
  actor.send({ type: 'SEND_NOW' })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
})

test('where the unit does not count down, a tap sends at once', async () => {
  const { actor, sent } = somebody()
  actor.send({ type: 'CONFIGURE', countsDown: false })
  actor.send({ type: 'TAP' })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
})

test('an SOS never waits for its place, which follows under the same id', async () => {
  const { actor, sent, followed } = somebody({ locatesAfter: 9_000, unit: () => new Promise(() => undefined) })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(sent).toMatchObject([{ location: null }])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followed).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
})

test('a place that comes soon after the unit’s answer follows, and its lack is not told', async () => {
  const { actor, sent, followed, raised, unplaced } = somebody({ locatesAfter: HOLD_MS + PLACE_WAIT_MS - 1 })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ place: 'seeking' }))
  await vi.advanceTimersByTimeAsync(PLACE_WAIT_MS * 2)
  expect(followed).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
  expect(unplaced).not.toHaveBeenCalled()
})

test('the lack of a place is told once none came within the wait; a later one follows all the same', async () => {
  const { actor, sent, followed, unplaced } = somebody({ locatesAfter: 9_000 })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS + PLACE_WAIT_MS - 1)
  expect(unplaced).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(unplaced).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reply }))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followed).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
  expect(unplaced).toHaveBeenCalledOnce()
})

test('a device that finds no place says so as soon as it knows', async () => {
  const { actor, unplaced } = somebody({ locatesAfter: 9_000 })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  actor.send({ type: 'LOCATED', location: null })
  expect(unplaced).toHaveBeenCalledOnce()
})

test('a countdown that froze with its page sends as soon as the page wakes, and not before its end', () => {
  const { actor, sent } = somebody()
  actor.send({ type: 'TAP' })
  vi.setSystemTime(Date.now() + COUNTDOWN_MS - 1) // the clock goes on, the timers do not
  actor.send({ type: 'WAKE' })
  expect(sent).toEqual([])
  vi.setSystemTime(Date.now() + 1)
  actor.send({ type: 'WAKE' })
  expect(sent).toHaveLength(1)
})

test('a page that is left sends before its handler returns', () => {
  const { actor, sent } = somebody()
  actor.send({ type: 'TAP' })
  actor.send({ type: 'SEND_NOW' })
  expect(sent).toHaveLength(1)
})

test('without the unit’s answer the SOS is kept, never called sent; a press tries again under the same id', async () => {
  const { actor, sent, raised, stage } = somebody({ unit: () => Promise.resolve(null) })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  expect(stage()).toBe('{"delivery":"kept"}')
  expect(raised).not.toHaveBeenCalled()
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(0)
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1)
  actor.send({ type: 'ACKNOWLEDGED', clientId: sent[0]?.clientId ?? '', reply, hasPlace: true })
  expect(raised).toHaveBeenCalledOnce()
  expect(stage()).toBe('{"resting":{"sent":"done"}}')
})

test('the answer to an older SOS is announced, and the one that is kept stays kept', async () => {
  const { actor, raised, stage } = somebody({ unit: () => Promise.resolve(null) })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS)
  actor.send({ type: 'ACKNOWLEDGED', clientId: 'an-older-one', reply, hasPlace: true })
  expect(raised).toHaveBeenCalledOnce()
  expect(stage()).toBe('{"delivery":"kept"}')
})

test('an SOS of a former page is announced when the unit takes it', () => {
  const { actor, raised } = somebody()
  actor.send({ type: 'ACKNOWLEDGED', clientId: 'of-a-former-page', reply, hasPlace: false })
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ reply, place: 'none' }))
})

test('each SOS has an id of its own', async () => {
  const { actor, sent } = somebody()
  for (let round = 0; round < 2; round++) {
    actor.send({ type: 'PRESS' })
    await vi.advanceTimersByTimeAsync(HOLD_MS)
  }
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2)
})

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
  actor.start()
  const stage = () => JSON.stringify(actor.getSnapshot().value)
  return { actor, sent, followed, raised, stage }
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
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ reply, hasPlace: true }))
  expect(stage()).toBe('{"resting":"sent"}')
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

test('a place that takes too long is not waited for, and follows under the same id', async () => {
  const { actor, sent, followed } = somebody({ locatesAfter: 9_000, unit: () => new Promise(() => undefined) })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS + PLACE_WAIT_MS)
  expect(sent).toMatchObject([{ location: null }])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followed).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
})

test('a place that comes after the unit’s answer follows too', async () => {
  const { actor, sent, followed, stage } = somebody({ locatesAfter: 9_000 })
  actor.send({ type: 'PRESS' })
  await vi.advanceTimersByTimeAsync(HOLD_MS + PLACE_WAIT_MS)
  expect(stage()).toBe('{"resting":"sent"}')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(followed).toEqual([{ clientId: sent[0]?.clientId, location: sendai }])
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
  actor.send({ type: 'ACKNOWLEDGED', reply, hasPlace: true })
  expect(raised).toHaveBeenCalledOnce()
})

test('an SOS of a former page is announced when the unit takes it', () => {
  const { actor, raised } = somebody()
  actor.send({ type: 'ACKNOWLEDGED', reply, hasPlace: false })
  expect(raised).toHaveBeenCalledWith(expect.objectContaining({ reply, hasPlace: false }))
})

test('each SOS has an id of its own', async () => {
  const { actor, sent } = somebody()
  for (let round = 0; round < 2; round++) {
    actor.send({ type: 'PRESS' })
    await vi.advanceTimersByTimeAsync(HOLD_MS)
  }
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2)
})

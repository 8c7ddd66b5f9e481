import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeptSos, OutboxStore } from './outbox-store.ts'
import { createOutbox } from './create-outbox.ts'
import type { RaiseReply } from './raise.machine.ts'

const clientId = '0b9d6f0e-8a54-4f7e-9d8f-6a1f0f0d2a11'
const sendai = { latitude: 38.2682, longitude: 140.8694, accuracy: 12 }
const reply: RaiseReply = {
  id: '01990000-0000-7000-8000-000000000001',
  createdAt: '2026-11-21T09:42:00.000Z',
  alertMessageThread: { MessageThreadId: '01990000-0000-7000-8000-000000000002' },
  isExisting: false,
  recipientCount: 48,
}

function memoryStore(): OutboxStore & { rows: Map<string, KeptSos> } {
  const rows = new Map<string, KeptSos>()
  return {
    rows,
    all: () => Promise.resolve([...rows.values()]),
    put: (sos) => Promise.resolve(void rows.set(sos.clientId, sos)),
    remove: (id) => Promise.resolve(void rows.delete(id)),
  }
}

/** A unit that cannot be reached until `isUp`. */
function unit() {
  const state = { isUp: false, taken: [] as KeptSos[] }
  const post = (sos: KeptSos) => {
    if (!state.isUp) return Promise.reject(new Error('offline'))
    state.taken.push(sos)
    return Promise.resolve(reply)
  }
  return { state, post }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an SOS that could not be sent is kept, and repeated under the same id until the unit answers', async () => {
  const store = memoryStore()
  const { state, post } = unit()
  const outbox = createOutbox({ store, post })
  const acknowledged = vi.fn()
  outbox.onAcknowledged(acknowledged)

  expect(await outbox.deliver({ clientId, location: sendai })).toBeNull()
  expect(outbox.unsent()).toMatchObject([{ clientId, tries: 1, isRaised: false }])
  expect(store.rows.get(clientId)).toMatchObject(sendai)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(acknowledged).not.toHaveBeenCalled()

  state.isUp = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(acknowledged).toHaveBeenCalledOnce()
  expect(state.taken).toMatchObject([{ clientId }])
  expect(outbox.unsent()).toEqual([])
  expect(store.rows.size).toBe(0)
})

test('tries grow rarer, but never rarer than every 15 s', async () => {
  const post = vi.fn(() => Promise.reject(new Error('offline')))
  const outbox = createOutbox({ store: memoryStore(), post })
  await outbox.deliver({ clientId, location: null })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(post).toHaveBeenCalledTimes(5) // at once, after 1, 2, 4 and 8 s
  await vi.advanceTimersByTimeAsync(150_000)
  expect(post).toHaveBeenCalledTimes(15)
})

test('an SOS outlives the page: the next one sends it', async () => {
  const store = memoryStore()
  const { state, post } = unit()
  await createOutbox({ store, post }).deliver({ clientId, location: sendai })

  state.isUp = true
  const next = createOutbox({ store, post })
  const acknowledged = vi.fn()
  next.onAcknowledged(acknowledged)
  await next.restore()
  expect(acknowledged).toHaveBeenCalledWith(reply, expect.objectContaining({ clientId, ...sendai }))
})

test('the network’s return is used at once', async () => {
  const { state, post } = unit()
  const outbox = createOutbox({ store: memoryStore(), post })
  await outbox.deliver({ clientId, location: null })
  await vi.advanceTimersByTimeAsync(16_000)
  state.isUp = true
  await outbox.nudge()
  expect(outbox.unsent()).toEqual([])
})

test('an SOS is sent though nothing can be stored', async () => {
  const { state, post } = unit()
  state.isUp = true
  const refuses = () => Promise.reject(new Error('the disk is full'))
  const outbox = createOutbox({ store: { all: refuses, put: refuses, remove: refuses }, post })
  expect(await outbox.deliver({ clientId, location: null })).toEqual(reply)
})

test('a store that never answers does not hold an SOS up', async () => {
  const { state, post } = unit()
  state.isUp = true
  const hangs = () => new Promise<never>(() => undefined)
  const outbox = createOutbox({ store: { all: hangs, put: hangs, remove: hangs }, post })
  void outbox.deliver({ clientId, location: null })
  await vi.advanceTimersByTimeAsync(300)
  expect(state.taken).toHaveLength(1)
})

test('a place that comes while the SOS waits goes with it', async () => {
  const { state, post } = unit()
  const outbox = createOutbox({ store: memoryStore(), post })
  await outbox.deliver({ clientId, location: null })
  await outbox.tellPlace({ clientId, location: sendai })
  state.isUp = true
  await outbox.nudge()
  expect(state.taken).toMatchObject([{ clientId, ...sendai }])
})

test('a place that comes after the answer follows under the same id, and nobody is told of an unsent SOS', async () => {
  const { state, post } = unit()
  state.isUp = true
  const outbox = createOutbox({ store: memoryStore(), post })
  const acknowledged = vi.fn()
  outbox.onAcknowledged(acknowledged)
  await outbox.deliver({ clientId, location: null })
  state.isUp = false
  await outbox.tellPlace({ clientId, location: sendai })
  expect(outbox.unsent()).toMatchObject([{ isRaised: true }])
  state.isUp = true
  await outbox.nudge()
  expect(state.taken.map(({ latitude }) => latitude)).toEqual([null, sendai.latitude])
  expect(acknowledged).toHaveBeenCalledOnce()
})

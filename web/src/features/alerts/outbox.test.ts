import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeptSos, OutboxStore } from './outbox-store.ts'
import { createOutbox } from './create-outbox.ts'
import type { RaiseReply } from './raise.machine.ts'

const clientId = '0b9d6f0e-8a54-4f7e-9d8f-6a1f0f0d2a11'
const otherId = '1c9d6f0e-8a54-4f7e-9d8f-6a1f0f0d2a11'
const sendai = { latitude: 38.2682, longitude: 140.8694, accuracy: 12 }
const reply: RaiseReply = {
  id: '01990000-0000-7000-8000-000000000001',
  createdAt: '2026-11-21T09:42:00.000Z',
  alertMessageThread: { MessageThreadId: '01990000-0000-7000-8000-000000000002' },
  isExisting: false,
  recipientCount: 48,
}

type Post = (sos: KeptSos) => Promise<RaiseReply>

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
  const outbox = createOutbox({ stores: [store], post })
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
  const outbox = createOutbox({ stores: [memoryStore()], post })
  await outbox.deliver({ clientId, location: null })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(post).toHaveBeenCalledTimes(5) // at once, after 1, 2, 4 and 8 s
  await vi.advanceTimersByTimeAsync(150_000)
  expect(post).toHaveBeenCalledTimes(15)
})

test('an SOS outlives the page: the next one sends it', async () => {
  const store = memoryStore()
  const { state, post } = unit()
  await createOutbox({ stores: [store], post }).deliver({ clientId, location: sendai })

  state.isUp = true
  const next = createOutbox({ stores: [store], post })
  const acknowledged = vi.fn()
  next.onAcknowledged(acknowledged)
  await next.restore()
  expect(acknowledged).toHaveBeenCalledWith(reply, expect.objectContaining({ clientId, ...sendai }))
})

test('the network’s return is used at once', async () => {
  const { state, post } = unit()
  const outbox = createOutbox({ stores: [memoryStore()], post })
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
  const outbox = createOutbox({ stores: [{ all: refuses, put: refuses, remove: refuses }], post })
  expect(await outbox.deliver({ clientId, location: null })).toEqual(reply)
})

test('a store that never answers holds neither an SOS nor its acknowledgement up', async () => {
  const { state, post } = unit()
  state.isUp = true
  const hangs = () => new Promise<never>(() => undefined)
  const outbox = createOutbox({ stores: [{ all: hangs, put: hangs, remove: hangs }], post })
  expect(await outbox.deliver({ clientId, location: null })).toEqual(reply)
  expect(outbox.unsent()).toEqual([])
})

test('an SOS is kept and on its way before anything is waited for: the page may end', () => {
  const store = memoryStore()
  const post = vi.fn(() => new Promise<never>(() => undefined))
  void createOutbox({ stores: [store], post }).deliver({ clientId, location: null })
  expect(store.rows.has(clientId)).toBe(true)
  expect(post).toHaveBeenCalledOnce()
})

test('what one store has lost the other one brings back, and an acknowledged SOS goes from both', async () => {
  const [first, second] = [memoryStore(), memoryStore()]
  const rowOf = (id: string, at: string): KeptSos => ({ clientId: id, createdAt: at, ...sendai, isRaised: false })
  first.rows.set(otherId, rowOf(otherId, '2026-11-21T09:00:00.000Z'))
  for (const { rows } of [first, second]) rows.set(clientId, rowOf(clientId, '2026-11-21T08:00:00.000Z'))
  const { state, post } = unit()
  state.isUp = true
  await createOutbox({ stores: [second, first], post }).restore()
  expect(state.taken.map((sos) => sos.clientId)).toEqual([clientId, otherId])
  expect([first.rows.size, second.rows.size]).toEqual([0, 0])
})

test('of several SOS the oldest goes first, and the next one only after its answer', async () => {
  const store = memoryStore()
  store.rows.set(otherId, { clientId: otherId, createdAt: '2020-01-01T00:00:00.000Z', ...sendai, isRaised: false })
  const answers: (() => void)[] = []
  const post = vi.fn<Post>(() => new Promise((resolve) => answers.push(() => resolve(reply))))
  const outbox = createOutbox({ stores: [store], post })
  void outbox.restore()
  await vi.advanceTimersByTimeAsync(0)
  const delivered = outbox.deliver({ clientId, location: null })
  await vi.advanceTimersByTimeAsync(100)
  expect(post.mock.calls.map(([sos]) => sos.clientId)).toEqual([otherId])
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(post.mock.calls.map(([sos]) => sos.clientId)).toEqual([otherId, clientId])
  answers[1]?.()
  expect(await delivered).toEqual(reply)
})

test('withdrawing takes back the one that is named, and tells which may have arrived', async () => {
  const { post } = unit()
  const store = memoryStore()
  const outbox = createOutbox({ stores: [store], post })
  await outbox.deliver({ clientId: otherId, location: null })
  await outbox.deliver({ clientId, location: null })
  expect(outbox.unsent()).toMatchObject([{ mayHaveArrived: true }, { mayHaveArrived: true }])
  outbox.withdraw(clientId)
  expect(outbox.unsent()).toMatchObject([{ clientId: otherId }])
  expect([...store.rows.keys()]).toEqual([otherId])
})

test('a place that comes while the unit is about to answer follows at once', async () => {
  let answer: (reply: RaiseReply) => void = () => undefined
  const post = vi.fn<Post>(() => new Promise((resolve) => (answer = resolve)))
  const outbox = createOutbox({ stores: [memoryStore()], post })
  const delivered = outbox.deliver({ clientId, location: null })
  void outbox.tellPlace({ clientId, location: sendai })
  answer(reply)
  expect(await delivered).toEqual(reply)
  await vi.advanceTimersByTimeAsync(0)
  expect(post.mock.calls.map(([{ latitude }]) => latitude)).toEqual([null, sendai.latitude])
  answer(reply)
  await vi.advanceTimersByTimeAsync(0)
  expect(outbox.unsent()).toEqual([])
})

test('a place that comes while the SOS waits goes with it', async () => {
  const { state, post } = unit()
  const outbox = createOutbox({ stores: [memoryStore()], post })
  await outbox.deliver({ clientId, location: null })
  await outbox.tellPlace({ clientId, location: sendai })
  state.isUp = true
  await outbox.nudge()
  expect(state.taken).toMatchObject([{ clientId, ...sendai }])
})

test('a place that comes after the answer follows under the same id, and nobody is told of an unsent SOS', async () => {
  const { state, post } = unit()
  state.isUp = true
  const outbox = createOutbox({ stores: [memoryStore()], post })
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

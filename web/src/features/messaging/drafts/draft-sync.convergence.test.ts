import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ThreadDraft } from '@noroshi/contract/messaging/thread-drafts.http'
import { createDraftSync } from './create-draft-sync.ts'
import { type DraftState, isUnsynced } from './draft-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const THREAD = 'thread'

class Offline extends Error {}

interface Request {
  readonly text: string
  readonly resolve: (draft: ThreadDraft) => void
  readonly reject: (error: unknown) => void
}

/** A server with the draft of one thread, and the events that it emitted. */
function createServer() {
  let draft: ThreadDraft = { text: '', version: 0 }
  const accepted = new Set([''])
  const events: ThreadDraft[] = []
  return {
    accepted,
    events,
    draft: () => draft,
    set(text: string): ThreadDraft {
      if (text === draft.text && draft.version > 0) return draft
      draft = { text, version: draft.version + 1 }
      accepted.add(text)
      events.push(draft)
      return draft
    },
  }
}
type Server = ReturnType<typeof createServer>

/** A device whose requests wait until a step of the test handles them. */
function createDevice(server: Server) {
  let state: DraftState = { text: '', known: { text: '', version: 0 }, isTyped: false }
  const requests: Request[] = []
  /** Texts that were replaced although the server never had them. */
  const lost: string[] = []
  const sync = createDraftSync({
    owner: () => 'ben',
    read: () => state,
    write(_threadId, next) {
      if (next.text !== state.text && !server.accepted.has(state.text)) lost.push(state.text)
      state = next
    },
    send: (_threadId, text) => new Promise((resolve, reject) => requests.push({ text, resolve, reject })),
    isTemporary: (error) => error instanceof Offline,
  })
  return {
    lost,
    requests,
    sync,
    state: () => state,
    type(text: string) {
      state = { ...state, text }
      sync.typed(THREAD, text)
    },
  }
}
type Device = ReturnType<typeof createDevice>

/** Handles a request of a device: `lost` before or after the server has stored the draft. */
function answer(server: Server, { requests }: Device, outcome: 'reply' | 'lostRequest' | 'lostReply') {
  const request = requests.shift()
  if (!request) return
  if (outcome === 'lostRequest') return request.reject(new Offline())
  const draft = server.set(request.text)
  if (outcome === 'lostReply') request.reject(new Offline())
  else request.resolve(draft)
}

const actions = ['type', 'type', 'type', 'clear', 'wait', 'wait', 'leave', 'event', 'event', 'event', 'list'] as const
const outcomes = ['reply', 'reply', 'reply', 'lostRequest', 'lostReply'] as const
const step = fc.record({
  action: fc.constantFrom(...actions, ...outcomes),
  device: fc.nat(1),
  nth: fc.nat(20),
})

test('both devices end with the same draft after any order of typing, events and replies, and nothing typed is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const server = createServer()
      const devices = [createDevice(server), createDevice(server)]
      const lastTyped = ['', '']
      let count = 0
      for (const { action, device: index, nth } of steps) {
        const device = devices[index]
        if (!device) continue
        const event = server.events[nth % Math.max(server.events.length, 1)]
        if (action === 'type' || action === 'clear') {
          const text = action === 'clear' ? '' : `text ${(count += 1)}`
          lastTyped[index] = text
          device.type(text)
        } else if (action === 'wait') await vi.advanceTimersByTimeAsync(2_000)
        else if (action === 'leave') void device.sync.flush(THREAD)
        else if (action === 'event') {
          if (event) device.sync.receive(THREAD, event) // late, twice, out of order, or never
        } else if (action === 'list') device.sync.receive(THREAD, server.draft())
        else answer(server, device, action)
        await vi.advanceTimersByTimeAsync(0)
        // What a device shows is what it typed last, or what the server had.
        const shown = device.state().text
        expect([lastTyped[index], ...server.accepted]).toContain(shown)
      }
      // Both are connected again, until no request runs.
      for (let round = 0; round < 6; round += 1) {
        for (const device of devices) {
          device.sync.receive(THREAD, server.draft())
          device.sync.flushAll([THREAD])
        }
        await vi.advanceTimersByTimeAsync(30_000)
        for (const device of devices) while (device.requests.length > 0) answer(server, device, 'reply')
        await vi.advanceTimersByTimeAsync(2_000)
      }
      expect(devices.map((device) => device.state().text)).toEqual([server.draft().text, server.draft().text])
      expect(devices.map((device) => isUnsynced(device.state()))).toEqual([false, false])
      expect(devices.map(({ lost }) => lost)).toEqual([[], []])
      // The last text of each device reached the server, and the draft is one of them.
      for (const text of lastTyped) expect(server.accepted).toContain(text)
      expect(lastTyped).toContain(server.draft().text)
      vi.clearAllTimers()
    }),
    { seed: 20_110_311, numRuns: 300, endOnFailure: true },
  )
})

test('a draft is sent two seconds after the last key, and the cleared one at once', async () => {
  const server = createServer()
  const device = createDevice(server)
  device.type('a')
  await vi.advanceTimersByTimeAsync(1_500)
  device.type('ab')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(device.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(500)
  expect(device.requests.map(({ text }) => text)).toEqual(['ab'])
  device.type('')
  answer(server, device, 'reply')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(device.requests.map(({ text }) => text)).toEqual([''])
})

test('an event does not replace what is being typed, and replaces it after it was sent by another device', () => {
  const device = createDevice(createServer())
  device.type('mine')
  device.sync.receive(THREAD, { text: 'theirs', version: 5 })
  expect(device.state().text).toBe('mine')
  expect(device.lost).toEqual([])
  const clean = createDevice(createServer())
  clean.sync.receive(THREAD, { text: 'theirs', version: 5 })
  clean.sync.receive(THREAD, { text: 'older', version: 4 })
  expect(clean.state().text).toBe('theirs')
  clean.sync.receive(THREAD, { text: '', version: 6 })
  expect(clean.state()).toMatchObject({ text: '', isTyped: false })
})

test('a refused draft stays on the device and is not sent again until the user types', async () => {
  const device = createDevice(createServer())
  device.type('kept')
  await vi.advanceTimersByTimeAsync(2_000)
  device.requests.shift()?.reject(new Error('refused'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect([device.state().text, device.requests.length]).toEqual(['kept', 0])
  device.type('kept!')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(device.requests.map(({ text }) => text)).toEqual(['kept!'])
})

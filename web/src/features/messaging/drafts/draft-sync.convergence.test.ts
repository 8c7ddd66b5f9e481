import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ThreadDraft } from '@noroshi/contract/messaging/thread-draft'
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
  /** Texts that replaced a newer text after they were replaced themselves. */
  const revived: string[] = []
  return {
    accepted,
    events,
    revived,
    draft: () => draft,
    set(text: string): ThreadDraft {
      if (text === draft.text && draft.version > 0) return draft
      if (text !== '' && accepted.has(text)) revived.push(text)
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
  let state: DraftState = { text: '', known: { text: '', version: 0 }, isTyped: false, sent: null }
  let isOnline = true
  const requests: Request[] = []
  /** Texts that were replaced although the server never had them. */
  const lost: string[] = []
  /** Texts that the server stored without a reply: an open page sends them again. */
  const doubtful = new Set<string>()
  const open = () => {
    let isClosed = false
    const sync = createDraftSync({
      owner: () => (isClosed ? null : 'ben'),
      read: () => state,
      write(_threadId, next) {
        if (next.text !== state.text && !server.accepted.has(state.text)) lost.push(state.text)
        state = next
      },
      send: (_threadId, text) => new Promise((resolve, reject) => requests.push({ text, resolve, reject })),
      isOnline: () => isOnline,
      isTemporary: (error) => error instanceof Offline,
    })
    return { sync, close: () => void (isClosed = true) }
  }
  let page = open()
  return {
    lost,
    doubtful,
    requests,
    get sync() {
      return page.sync
    },
    state: () => state,
    setOnline: (next: boolean) => void (isOnline = next),
    /** Closes the page, which sends its drafts, and opens it again. The server gets the requests, the page no reply. */
    restart() {
      page.sync.flushWaiting()
      page.close()
      for (const { text } of requests.splice(0)) if (isOnline) server.set(text)
      page = open()
    },
    type(text: string) {
      state = { ...state, text }
      page.sync.typed(THREAD, text)
    },
  }
}
type Device = ReturnType<typeof createDevice>

/** Handles a request of a device: `lost` before or after the server has stored the draft. */
function answer(server: Server, { requests, doubtful }: Device, outcome: 'reply' | 'lostRequest' | 'lostReply') {
  const request = requests.shift()
  if (!request) return
  if (outcome === 'lostRequest') return request.reject(new Offline())
  const draft = server.set(request.text)
  if (outcome === 'reply') return request.resolve(draft)
  doubtful.add(request.text)
  request.reject(new Offline())
}

const actions = [
  'type',
  'type',
  'type',
  'clear',
  'wait',
  'wait',
  'leave',
  'event',
  'event',
  'event',
  'list',
  'restart',
  'restartOffline',
] as const
const outcomes = ['reply', 'reply', 'reply', 'lostRequest', 'lostReply'] as const
const step = fc.record({
  action: fc.constantFrom(...actions, ...outcomes),
  device: fc.nat(1),
  nth: fc.nat(20),
})

test('both devices end with the newest draft after any order of typing, events, replies and restarts', async () => {
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
        else if (action === 'restart') device.restart()
        else if (action === 'restartOffline') {
          // What was on the way fails before.
          while (device.requests.length > 0) answer(server, device, 'lostRequest')
          await vi.advanceTimersByTimeAsync(0)
          device.setOnline(false)
          device.restart()
          device.setOnline(true)
        } else if (action === 'leave') void device.sync.flush(THREAD)
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
          device.sync.flushListed([THREAD])
        }
        await vi.advanceTimersByTimeAsync(30_000)
        for (const device of devices) while (device.requests.length > 0) answer(server, device, 'reply')
        await vi.advanceTimersByTimeAsync(2_000)
      }
      expect(devices.map((device) => device.state().text)).toEqual([server.draft().text, server.draft().text])
      expect(devices.map((device) => isUnsynced(device.state()))).toEqual([false, false])
      expect(devices.map(({ lost }) => lost)).toEqual([[], []])
      for (const text of server.revived) expect(devices.some(({ doubtful }) => doubtful.has(text))).toBe(true)
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

test('a text that the server stored while the page closed gives way to a newer one of another device', async () => {
  const server = createServer()
  const device = createDevice(server)
  device.type('mine')
  device.restart()
  expect(server.draft().text).toBe('mine')
  const theirs = server.set('theirs')
  await device.sync.flush(THREAD) // before the server's drafts are known
  device.sync.receive(THREAD, theirs)
  device.sync.flushListed([THREAD])
  expect([device.state().text, device.requests]).toEqual(['theirs', []])
})

test('a text that was typed without a connection is kept when the page closes, and sent after the next start', () => {
  const server = createServer()
  const device = createDevice(server)
  device.setOnline(false)
  device.type('mine')
  device.restart()
  device.setOnline(true)
  device.sync.receive(THREAD, server.set('theirs'))
  device.sync.flushListed([THREAD])
  expect([device.state().text, device.requests.map(({ text }) => text)]).toEqual(['mine', ['mine']])
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

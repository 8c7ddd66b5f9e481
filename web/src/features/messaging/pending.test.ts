import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { ApiError, OfflineError } from '../../platform/http-errors.ts'
import { createPending } from './create-pending.ts'
import type { KeptMessage, PendingStore } from './pending-store.ts'
import { aMessage, aThread, person } from './testing/threads.ts'

const thread = aThread(1)
const refused = new ApiError(403, { code: 'thread.blocked', message: 'They do not take messages', issues: [] })

const written = (number: number, ownerId = person('Ben').id): KeptMessage => ({
  clientId: `client-${number}`,
  threadId: thread.id,
  ownerId,
  at: `2026-11-21T09:0${number}:00.000Z`,
  text: `words ${number}`,
  files: [],
  place: null,
})

/** What a device keeps. */
function aStore(kept: KeptMessage[] = []): PendingStore & { ids: () => string[] } {
  const messages = new Map(kept.map((message) => [message.clientId, message]))
  return {
    all: async () => [...messages.values()],
    put: async (message) => void messages.set(message.clientId, message),
    remove: async (clientId) => void messages.delete(clientId),
    clear: async () => messages.clear(),
    ids: () => [...messages.keys()],
  }
}

/** A page and a unit that takes what it is sent, unless it is told otherwise. */
function aPage(store = aStore()) {
  const sent: string[] = []
  const onRefused = vi.fn<(error: unknown) => void>()
  let reader: string | null = person('Ben').id
  let answer: (message: KeptMessage) => Promise<Message> = async () => aMessage(thread, sent.length)
  const pending = createPending({
    store,
    ownerId: () => reader,
    post: async (message) => {
      const reply = await answer(message)
      sent.push(message.clientId)
      return reply
    },
    onSent: () => undefined,
    onRefused,
  })
  return {
    pending,
    store,
    sent,
    onRefused,
    reads: (next: string | null) => {
      reader = next
    },
    answers: (next: typeof answer) => {
      answer = next
    },
    states: () => pending.pending().map(({ clientId, state }) => [clientId, state]),
  }
}
const isAway = () => Promise.reject(new OfflineError())
const takes = async () => aMessage(thread, 1)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a message is kept until the unit has it, and no longer', async () => {
  const page = aPage()
  const sending = page.pending.send(written(1))
  expect(page.store.ids()).toEqual(['client-1'])
  await sending
  expect([page.sent, page.states(), page.store.ids()]).toEqual([['client-1'], [], []])
})

test('what is written without a connection waits, and is sent once and in order when it is back', async () => {
  const page = aPage()
  page.answers(isAway)
  await page.pending.send(written(1))
  await page.pending.send(written(2))
  expect(page.states()).toEqual([
    ['client-1', 'waiting'],
    ['client-2', 'waiting'],
  ])
  expect(page.onRefused).not.toHaveBeenCalled()
  page.answers(takes)
  await Promise.all([page.pending.nudge(), page.pending.nudge()])
  expect(page.sent).toEqual(['client-1', 'client-2'])
  await vi.runAllTimersAsync()
  expect(page.sent).toEqual(['client-1', 'client-2'])
})

test('a long upload holds back no word, and the words of one thread none of another; each keeps its order', async () => {
  const page = aPage()
  const upload = Promise.withResolvers<Message>()
  const words = Promise.withResolvers<Message>()
  page.answers(({ clientId }) => (clientId === 'client-1' ? upload.promise : clientId === 'client-3' ? words.promise : takes()))
  const file = new File(['x'], 'x.mp4')
  const all = [
    page.pending.send({ ...written(1), files: [file] }),
    page.pending.send({ ...written(2), files: [file] }),
    page.pending.send(written(3)),
    page.pending.send(written(4)),
    page.pending.send({ ...written(5), threadId: aThread(2).id }),
  ]
  await vi.advanceTimersByTimeAsync(0)
  expect(page.sent).toEqual(['client-5'])
  words.resolve(aMessage(thread, 3))
  await vi.advanceTimersByTimeAsync(0)
  expect(page.sent).toEqual(['client-5', 'client-3', 'client-4'])
  upload.resolve(aMessage(thread, 1))
  await Promise.all(all)
  expect(page.sent).toEqual(['client-5', 'client-3', 'client-4', 'client-1', 'client-2'])
})

test('an upload that does not come through lets the words go on, and is tried again by itself', async () => {
  const page = aPage()
  page.answers(({ files }) => (files.length > 0 ? isAway() : takes()))
  await page.pending.send({ ...written(1), files: [new File(['x'], 'x.mp4')] })
  await page.pending.send(written(2))
  expect([page.sent, page.states()]).toEqual([['client-2'], [['client-1', 'waiting']]])
  page.answers(takes)
  await vi.runAllTimersAsync()
  expect(page.sent).toEqual(['client-2', 'client-1'])
})

test('without any sign of the network it is tried again by itself', async () => {
  const page = aPage()
  page.answers(isAway)
  await page.pending.send(written(1))
  page.answers(takes)
  await vi.runAllTimersAsync()
  expect(page.sent).toEqual(['client-1'])
})

test.each([429, 500, 502, 503, 504])(
  'a unit that answers %i refuses nothing: what was written waits, without a word, and goes',
  async (status) => {
    const page = aPage()
    page.answers(() => Promise.reject(new ApiError(status, { code: 'internal', message: 'Later', issues: [] })))
    await page.pending.send(written(1))
    await page.pending.send(written(2))
    expect(page.states()).toEqual([
      ['client-1', 'waiting'],
      ['client-2', 'waiting'],
    ])
    expect(page.onRefused).not.toHaveBeenCalled()
    page.answers(takes)
    await vi.runAllTimersAsync()
    expect(page.sent).toEqual(['client-1', 'client-2'])
  },
)

test('what the unit refuses stays until the person sends it again or deletes it; the next ones go on', async () => {
  const page = aPage()
  page.answers((message) => (message.clientId === 'client-1' ? Promise.reject(refused) : takes()))
  await page.pending.send(written(1))
  await page.pending.send(written(2))
  expect([page.states(), page.sent]).toEqual([[['client-1', 'failed']], ['client-2']])
  expect(page.onRefused).toHaveBeenCalledExactlyOnceWith(refused)
  await page.pending.nudge()
  expect(page.states()).toEqual([['client-1', 'failed']])

  page.answers(takes)
  await page.pending.again('client-1')
  expect([page.sent, page.store.ids()]).toEqual([['client-2', 'client-1'], []])
})

test('what is withdrawn is not sent any more', async () => {
  const page = aPage()
  page.answers(isAway)
  await page.pending.send(written(1))
  page.pending.withdraw('client-1')
  page.answers(takes)
  await page.pending.nudge()
  expect([page.sent, page.states(), page.store.ids()]).toEqual([[], [], []])
})

test('after a reload what was unsent goes on under its own id; what somebody else wrote here is forgotten', async () => {
  const page = aPage(aStore([written(2), written(1), written(3, person('Aiko').id)]))
  await page.pending.restore(person('Ben').id)
  expect(page.sent).toEqual(['client-1', 'client-2'])
  expect(page.store.ids()).toEqual([])
})

test('what Ben wrote never goes out under Aiko’s name, not even while her own is still being read', async () => {
  const slow = aStore()
  const page = aPage(slow)
  page.answers(isAway)
  await page.pending.send(written(1))
  page.answers(takes)
  page.reads(null)
  page.pending.rest()
  await vi.runAllTimersAsync()
  await page.pending.nudge()
  expect(page.sent).toEqual([])

  const read = Promise.withResolvers<readonly KeptMessage[]>()
  slow.all = () => read.promise
  page.reads(person('Aiko').id)
  const restored = page.pending.restore(person('Aiko').id)
  await page.pending.nudge()
  expect([page.sent, page.states()]).toEqual([[], []])
  read.resolve([written(1)])
  await restored
  await vi.runAllTimersAsync()
  expect([page.sent, page.store.ids()]).toEqual([[], []])
})

test('what was on its way when the session ended is no refusal, and goes on when its writer is back', async () => {
  const page = aPage()
  const reply = Promise.withResolvers<Message>()
  page.answers(() => reply.promise)
  const sending = page.pending.send(written(1))
  page.reads(null)
  page.pending.rest()
  reply.reject(refused)
  await sending
  expect([page.states(), page.onRefused.mock.calls]).toEqual([[['client-1', 'queued']], []])
  page.answers(takes)
  page.reads(person('Ben').id)
  await page.pending.restore(person('Ben').id)
  expect(page.sent).toEqual(['client-1'])
})

test('who leaves the device leaves nothing unsent on it', async () => {
  const page = aPage()
  page.answers(isAway)
  await page.pending.send(written(1))
  page.pending.forget()
  page.answers(takes)
  await vi.runAllTimersAsync()
  expect([page.sent, page.states(), page.store.ids()]).toEqual([[], [], []])
})

test('a device that keeps nothing still sends', async () => {
  const broken: PendingStore = { all: () => isAway(), put: () => isAway(), remove: () => isAway(), clear: () => isAway() }
  const page = aPage({ ...broken, ids: () => [] })
  await page.pending.restore(person('Ben').id)
  await page.pending.send(written(1))
  expect([page.sent, page.states()]).toEqual([['client-1'], []])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, OfflineError } from '../connection/http-errors.ts'
import { createDevice } from './testing/device.ts'

const refusedReply = new ApiError(403, { code: 'thread.blocked', message: 'The user does not accept messages', issues: [] })
const refuse = () => Promise.reject(refusedReply)
const failOffline = () => Promise.reject(new OfflineError())
const accept = async () => 'accepted'
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an entry is stored until the server has acknowledged it', async () => {
  const device = createDevice()
  const tab = device.openTab()
  const sending = tab.write('a')
  expect([...device.mirrored.keys()], 'before the storage has answered').toEqual(['a'])
  await sending
  await settle()
  expect([tab.sent, tab.applied, tab.states()]).toEqual([['a'], ['reply to a'], []])
  expect([device.rows.size, device.mirrored.size]).toEqual([0, 0])
})

test('entries written offline wait and are sent once, in order, when the connection is back', async () => {
  const tab = createDevice().openTab()
  tab.setAnswer(failOffline)
  await tab.write('b')
  await tab.write('a')
  expect(tab.states()).toEqual([
    ['b', 'waiting'],
    ['a', 'waiting'],
  ])
  expect(tab.refused).toEqual([])
  tab.setAnswer(accept)
  await Promise.all([tab.outbox.retryNow(), tab.outbox.retryNow()])
  await vi.runAllTimersAsync()
  expect(tab.sent).toEqual(['b', 'a'])
})

test('a slow lane does not delay another one, and each lane keeps its order', async () => {
  const tab = createDevice().openTab()
  const upload = Promise.withResolvers<string>()
  const reply = Promise.withResolvers<string>()
  tab.setAnswer(({ id }) => (id === '1' ? upload.promise : id === '3' ? reply.promise : accept()))
  const file = new File(['x'], 'x.mp4')
  void tab.write('1', { lane: 'files 1', files: [file] })
  void tab.write('2', { lane: 'files 1', files: [file] })
  void tab.write('3')
  void tab.write('4')
  void tab.write('5', { lane: 'thread 2' })
  await settle()
  expect(tab.sent).toEqual(['5'])
  reply.resolve('3')
  await settle()
  expect(tab.sent).toEqual(['5', '3', '4'])
  upload.resolve('1')
  await settle()
  expect(tab.sent).toEqual(['5', '3', '4', '1', '2'])
})

test('the longest delay between attempts doubles up to 15 s', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const tab = createDevice().openTab()
  const post = vi.fn(failOffline)
  tab.setAnswer(post)
  await tab.write('a')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(post).toHaveBeenCalledTimes(5) // at once, after 1, 2, 4 and 8 s
  await vi.advanceTimersByTimeAsync(150_000)
  expect(post).toHaveBeenCalledTimes(15)
})

test.each([401, 408, 429, 500, 502, 503, 504])(
  'entries wait without an error and are sent later after the server replies %i',
  async (status) => {
    const tab = createDevice().openTab()
    tab.setAnswer(() => Promise.reject(new ApiError(status, { code: 'internal', message: 'Later', issues: [] })))
    await tab.write('a')
    await tab.write('b')
    expect([tab.states().map(([, state]) => state), tab.refused]).toEqual([['waiting', 'waiting'], []])
    tab.setAnswer(accept)
    await vi.runAllTimersAsync()
    expect(tab.sent).toEqual(['a', 'b'])
  },
)

test('a refused entry stays over a reload until the user resends it, and later entries are sent', async () => {
  const device = createDevice()
  const tab = device.openTab()
  tab.setAnswer(({ id }) => (id === 'a' ? refuse() : accept()))
  await tab.write('a')
  await tab.write('b')
  await settle()
  expect([tab.states(), tab.sent, tab.refused]).toEqual([[['a', 'failed']], ['b'], [refusedReply]])
  await tab.outbox.retryNow()
  expect(tab.states()).toEqual([['a', 'failed']])

  const next = device.openTab()
  await next.outbox.restore()
  expect(next.notes.entries()).toMatchObject([
    { id: 'a', state: 'failed', refusal: { code: 'thread.blocked', message: refusedReply.message } },
  ])
  await next.outbox.resend('a')
  await settle()
  expect([next.sent, device.rows.size, tab.states()]).toEqual([['a'], 0, []])
})

test('a discarded entry is not sent, also by other tabs', async () => {
  const device = createDevice()
  const [tab, other] = [device.openTab(), device.openTab()]
  for (const each of [tab, other]) each.setAnswer(failOffline)
  await tab.write('a')
  await settle()
  expect(other.states()).toHaveLength(1)
  tab.outbox.discard('a')
  for (const each of [tab, other]) each.setAnswer(accept)
  await vi.runAllTimersAsync()
  expect([tab.sent, other.sent, other.states(), device.rows.size]).toEqual([[], [], [], 0])
})

test('a payload that changes during the request is sent afterwards', async () => {
  const tab = createDevice().openTab()
  const first = Promise.withResolvers<string>()
  const texts: string[] = []
  tab.setAnswer(({ payload }) => {
    texts.push(payload.text)
    return texts.length === 1 ? first.promise : accept()
  })
  void tab.write('a', { text: 'old' })
  await settle()
  void tab.write('a', { text: 'new' })
  first.resolve('first')
  await settle()
  expect([texts, tab.states()]).toEqual([['old', 'new'], []])
})

test('a new entry that is not content retries its own lane only', async () => {
  const tab = createDevice().openTab({ isContent: false })
  const attempts: string[] = []
  tab.setAnswer(({ id }) => {
    attempts.push(id)
    return failOffline()
  })
  await tab.write('upload', { lane: 'files' })
  await tab.write('mark 1', { lane: 'marks' })
  await tab.write('mark 2', { lane: 'marks' })
  expect(attempts).toEqual(['upload', 'mark 1', 'mark 1'])
})

test('the refused entries of the user are listed with their description until they are discarded', async () => {
  const device = createDevice()
  const describe = ({ text }: { text: string }) => ({ title: 'Note', text })
  const tab = device.openTab({ describe })
  tab.setAnswer(({ id }) => (id === 'c' ? failOffline() : refuse()))
  for (const id of ['a', 'b', 'c']) await tab.write(id, { lane: id })
  const refused = tab.outbox.refused()
  expect(refused.map((entry) => [entry.refusal?.message, tab.outbox.describe(entry)])).toEqual([
    [refusedReply.message, { title: 'Note', text: 'text of a' }],
    [refusedReply.message, { title: 'Note', text: 'text of b' }],
  ])
  await tab.write('d', { lane: 'd' }) // another entry changes the list of entries, not this one
  tab.outbox.discard('d')
  expect(tab.outbox.refused()).toBe(refused)
  tab.outbox.discard('a')
  expect(tab.outbox.refused().map(({ id }) => id)).toEqual(['b'])
  tab.setUser('aiko')
  expect(tab.outbox.refused()).toEqual([])
})

test('each entry that waits for an older one of its lane is reported as postponed', async () => {
  const postponed: string[] = []
  const tab = createDevice().openTab({ onPostponed: ({ id }) => void postponed.push(id) })
  const first = Promise.withResolvers<string>()
  tab.setAnswer(() => first.promise)
  void tab.write('a')
  void tab.write('b')
  void tab.write('c', { lane: 'thread 2' })
  await settle()
  first.reject(new OfflineError())
  await settle()
  expect(postponed.toSorted()).toEqual(['a', 'b', 'c'])
})

test('the sign-in page of a Wi-Fi, which answers any request with 200, refuses nothing', async () => {
  const tab = createDevice().openTab()
  tab.setAnswer(async () => z.string().parse({ welcome: true }))
  await tab.write('a')
  expect([tab.states(), tab.refused]).toEqual([[['a', 'waiting']], []])
  tab.setAnswer(async ({ id }) => id)
  await vi.runAllTimersAsync()
  expect(tab.sent).toEqual(['a'])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, OfflineError } from '../connection/http-errors.ts'
import { createDevice } from './testing/device.ts'

const failOffline = () => Promise.reject(new OfflineError())
const answerWith = (status: number) => () =>
  Promise.reject(new ApiError(status, { code: 'thread.blocked', message: 'The user does not accept messages', issues: [] }))
const settle = () => vi.advanceTimersByTimeAsync(0)

/** A device with a tab that cannot reach the server. */
function createOfflineDevice(options: Parameters<ReturnType<typeof createDevice>['openTab']>[0] = {}) {
  const device = createDevice()
  const tab = device.openTab(options)
  tab.setAnswer(failOffline)
  const applied: unknown[] = []
  const sos = tab.outbox.register({
    kind: 'sos',
    isUrgent: true,
    payload: z.unknown(),
    send: failOffline,
    onSent: (reply) => void applied.push(reply),
  })
  const raise = (id: string) => void sos.enqueue({ id, lane: 'sos', ownerId: null, payload: null })
  return { ...device, tab, raise, sos, applied }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the service worker sends what is unsent with the session, the SOS first and each lane in order', async () => {
  const { tab, raise, rows, startWorker } = createOfflineDevice()
  for (const id of ['b', 'a']) await tab.write(id)
  raise('sos')
  await settle()
  const worker = startWorker()
  expect(await worker.drain()).toBe(true)
  await settle()
  const token = 'token of ben'
  expect(worker.requests).toEqual([
    { id: 'sos', token },
    { id: 'b', token },
    { id: 'a', token },
  ])
  expect([tab.states(), rows.size, tab.sent]).toEqual([[], 0, []])
  expect(tab.applied, 'the tab applies the replies').toHaveLength(2)
})

test('the service worker and a tab that is sending never send the same entry', async () => {
  const device = createDevice()
  const tab = device.openTab()
  const reply = Promise.withResolvers<string>()
  tab.setAnswer(() => reply.promise)
  void tab.write('a')
  await settle()
  const worker = device.startWorker()
  const drained = worker.drain()
  await settle()
  expect(worker.sent()).toEqual([])
  tab.setAnswer(async ({ id }) => id)
  reply.resolve('a')
  await drained
  expect([tab.sent, worker.sent(), device.rows.size]).toEqual([['a'], [], 0])
})

test('a tab waits while the service worker sends a lane, and sends the entries that the worker could not send', async () => {
  const { tab, startWorker } = createOfflineDevice()
  for (const id of ['a', 'b']) await tab.write(id)
  await settle()
  const worker = startWorker()
  const reply = Promise.withResolvers<string>()
  worker.setAnswer(() => reply.promise)
  const drained = worker.drain()
  await settle()
  tab.setAnswer(async ({ id }) => id)
  const retried = tab.outbox.retryNow()
  await settle()
  expect(tab.sent).toEqual([])
  reply.reject(new OfflineError())
  expect(await drained).toBe(false)
  await retried
  expect([worker.sent(), tab.sent]).toEqual([[], ['a', 'b']])
})

test.each([null, 'aiko'])('with the session of %s, an entry of Ben is not sent and an SOS is', async (user) => {
  const { tab, raise, startWorker, rows } = createOfflineDevice()
  await tab.write('a')
  raise('sos')
  await settle()
  const worker = startWorker(user)
  expect(await worker.drain(), 'nothing is left for this session').toBe(true)
  expect(worker.requests).toEqual([{ id: 'sos', token: user === null ? null : `token of ${user}` }])
  expect(rows.has('a')).toBe(true)
})

test('after the server has refused the session, content waits and an SOS is sent without a session', async () => {
  const { tab, raise, startWorker } = createOfflineDevice()
  for (const id of ['a', 'b']) await tab.write(id)
  raise('sos')
  await settle()
  const worker = startWorker()
  worker.setAnswer(async ({ token }) => (token === null ? { id: 'alert' } : answerWith(401)()))
  await worker.drain()
  await settle()
  expect(worker.requests).toEqual([{ id: 'sos', token: null }])
  expect(tab.states().map(([id]) => id)).toEqual(['a', 'b'])
})

test('an entry is not sent with the session of the user who signs in while the lane is sent', async () => {
  const { tab, startWorker } = createOfflineDevice()
  for (const id of ['a', 'b']) await tab.write(id)
  await settle()
  const worker = startWorker()
  worker.setAnswer(async () => worker.setUser('aiko'))
  await worker.drain()
  expect(worker.requests).toEqual([{ id: 'a', token: 'token of ben' }])
})

test('a refusal is stored, shown and reported in the tab that wrote the entry, and the lane continues', async () => {
  const { tab, startWorker, openTab } = createOfflineDevice()
  for (const id of ['a', 'b']) await tab.write(id)
  await settle()
  const worker = startWorker()
  worker.setAnswer(({ id }) => (id === 'a' ? answerWith(403)() : Promise.resolve('sent')))
  expect(await worker.drain()).toBe(true)
  await settle()
  expect(worker.sent()).toEqual(['b'])
  expect(tab.states()).toEqual([['a', 'failed']])
  expect(tab.refused).toMatchObject([{ code: 'thread.blocked', message: 'The user does not accept messages' }])
  const next = openTab()
  await next.outbox.restore()
  expect([next.states(), next.refused, next.sent]).toEqual([[['a', 'failed']], [], []])
})

test('a refused entry that is not content is deleted', async () => {
  const { tab, startWorker, rows } = createOfflineDevice({ isContent: false })
  await tab.write('a')
  await settle()
  const worker = startWorker('ben', { isContent: false })
  worker.setAnswer(answerWith(404))
  expect(await worker.drain()).toBe(true)
  await settle()
  expect([tab.states(), rows.size]).toEqual([[], 0])
})

test('an entry that the server rejects as malformed is left to the next page', async () => {
  const { tab, startWorker, openTab } = createOfflineDevice()
  for (const id of ['a', 'b']) await tab.write(id)
  await settle()
  const worker = startWorker()
  worker.setAnswer(answerWith(400))
  expect(await worker.drain()).toBe(false)
  const next = openTab()
  await next.outbox.restore()
  expect([worker.sent(), next.sent]).toEqual([[], ['a', 'b']])
})

test('content that is older than a week waits for the user’s decision', async () => {
  const { tab, startWorker } = createOfflineDevice()
  await tab.write('a')
  tab.outbox.pause()
  vi.setSystemTime(Date.now() + 8 * 86_400_000)
  const worker = startWorker()
  expect(await worker.drain()).toBe(true)
  expect(worker.sent()).toEqual([])
})

test('the reply to an SOS waits for the next page, which applies it', async () => {
  const { raise, startWorker, openTab, closeTabs, rows, mirrored } = createOfflineDevice()
  raise('sos')
  await settle()
  closeTabs()
  const worker = startWorker(null)
  await worker.drain()
  await worker.drain()
  expect(worker.sent(), 'the next drain does not repeat it').toEqual(['sos'])
  const next = openTab()
  const applied: unknown[] = []
  const onSent = (reply: unknown) => void applied.push(reply)
  next.outbox.register({ kind: 'sos', isUrgent: true, payload: z.unknown(), send: () => new Promise(() => undefined), onSent })
  await next.outbox.restore()
  await settle()
  expect(applied).toEqual([{ id: 'alert', alertToken: 'opens-it' }])
  expect([rows.size, mirrored.size, next.outbox.hasUrgent()]).toEqual([0, 0, false])
})

test('an SOS that the service worker has sent a week ago is not sent again by the next page', async () => {
  const device = createDevice()
  const row = {
    id: 'sos',
    kind: 'note',
    lane: 'sos',
    ownerId: null,
    seq: Date.now(),
    payload: { text: '' },
    files: [],
    refusal: null,
  }
  device.mirrored.set('sos', { ...row, revision: 1 })
  device.rows.set('sos', { ...row, revision: 2, reply: 'received by the worker' })
  vi.setSystemTime(Date.now() + 8 * 86_400_000)
  const tab = device.openTab({ isUrgent: true })
  await tab.outbox.restore()
  await settle()
  expect([tab.sent, tab.applied, device.rows.size, device.mirrored.size]).toEqual([[], ['received by the worker'], 0, 0])
})

test('by the reply to the first SOS, the server adds the second one to the same alert', async () => {
  const { raise, startWorker, closeTabs } = createOfflineDevice()
  raise('first')
  raise('second')
  await settle()
  closeTabs()
  const worker = startWorker(null)
  await worker.drain()
  expect(worker.requests).toEqual([
    { id: 'first', token: null },
    { id: 'second', token: null, alertToken: 'opens-it' },
  ])
})

test('an entry that a tab changes while the service worker sends it is sent again', async () => {
  const { tab, startWorker } = createOfflineDevice()
  await tab.write('a')
  await settle()
  const worker = startWorker()
  worker.setAnswer(async () => {
    if (worker.sent().length === 0) {
      await vi.advanceTimersByTimeAsync(5)
      void tab.write('a', { text: 'changed' })
      await settle()
    }
    return 'sent'
  })
  await worker.drain()
  await settle()
  expect(worker.sent()).toEqual(['a', 'a'])
  expect(tab.states()).toEqual([])
})

test('an entry that its author discards while the service worker sends it does not reappear', async () => {
  const { tab, startWorker, rows } = createOfflineDevice()
  await tab.write('a')
  await settle()
  const worker = startWorker()
  worker.setAnswer(async () => {
    tab.outbox.discard('a')
    await settle()
    return answerWith(403)()
  })
  await worker.drain()
  expect(rows.size).toBe(0)
})

test('a tab asks for Background Sync once when the server cannot be reached, and again after a success', async () => {
  const tab = createDevice().openTab()
  tab.setAnswer(failOffline)
  await tab.write('a')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(tab.syncs()).toBe(1)
  tab.setAnswer(async ({ id }) => id)
  await tab.outbox.retryNow()
  tab.setAnswer(failOffline)
  await tab.write('b')
  expect(tab.syncs()).toBe(2)
})

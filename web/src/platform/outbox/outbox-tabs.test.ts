import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, OfflineError } from '../connection/http-errors.ts'
import { createDevice } from './testing/device.ts'

const failOffline = () => Promise.reject(new OfflineError())
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('one of three tabs sends each entry, and all of them apply the reply', async () => {
  const device = createDevice()
  const tabs = [device.openTab(), device.openTab(), device.openTab()]
  const [first] = tabs
  if (!first) throw new Error('no tab')
  for (const tab of tabs) tab.setAnswer(failOffline)
  for (const id of ['c', 'a', 'b']) await first.write(id)
  await settle()
  expect(tabs.map((tab) => tab.states().map(([id]) => id))).toEqual([
    ['c', 'a', 'b'],
    ['c', 'a', 'b'],
    ['c', 'a', 'b'],
  ])
  for (const tab of tabs) tab.setAnswer(async ({ id }) => id)
  await Promise.all(tabs.map((tab) => tab.outbox.retryNow()))
  await settle()
  expect(tabs.flatMap(({ sent }) => sent)).toEqual(['c', 'a', 'b'])
  for (const { applied, states } of tabs) expect([applied, states()]).toEqual([['c', 'a', 'b'], []])
})

test('a tab waits for the tab that sends the lane, and sends what that one could not', async () => {
  const device = createDevice()
  const [closing, other] = [device.openTab(), device.openTab()]
  const reply = Promise.withResolvers<string>()
  closing.setAnswer(() => reply.promise)
  void closing.write('a')
  await settle()
  expect([other.states(), other.sent]).toEqual([[['a', 'queued']], []])
  reply.reject(new OfflineError())
  await settle()
  expect([other.sent, closing.sent]).toEqual([['a'], []])
})

test('a tab that waits to repeat an entry does not send a later one of its lane before it', async () => {
  const device = createDevice()
  const [writing, other] = [device.openTab(), device.openTab()]
  for (const tab of [writing, other]) tab.setAnswer(failOffline)
  await writing.write('a')
  await settle()
  other.setAnswer(async ({ id }) => id)
  await writing.write('b')
  await settle()
  expect(other.sent).toEqual([])
  await vi.runAllTimersAsync()
  expect([other.sent, device.rows.size]).toEqual([['a', 'b'], 0])
})

test('a tab that reads the storage while an entry moves from the mirror to the store misses no entry', async () => {
  const device = createDevice()
  const tab = device.openTab()
  tab.setAnswer(failOffline)
  await tab.write('a')
  await tab.write('b')
  await settle()
  const [a, b] = ['a', 'b'].map((id) => device.rows.get(id))
  if (!a || !b) throw new Error('not stored')
  device.closeTabs()
  device.rows.clear()
  for (const row of [a, b]) device.mirror.put(row)
  const { all } = device.store
  device.store.all = async () => {
    device.store.all = all
    const read = await all()
    await device.store.put(a)
    device.mirror.remove('a')
    return read
  }
  const next = device.openTab()
  await next.outbox.restore()
  await settle()
  expect(next.sent).toEqual(['a', 'b'])
})

test('an urgent entry is sent before it is stored and before all others', async () => {
  const device = createDevice()
  const tab = device.openTab()
  const urgent = vi.fn<() => Promise<string>>(() => new Promise(() => undefined))
  const sos = tab.outbox.register({ kind: 'sos', isUrgent: true, payload: z.unknown(), send: urgent })
  tab.setAnswer(failOffline)
  await tab.write('text')
  tab.setAnswer(async () => 'accepted')
  void sos.enqueue({ id: 'sos', lane: 'sos', ownerId: null, payload: null })
  expect(urgent, 'before enqueue returns').toHaveBeenCalledOnce()
  await settle()
  expect(tab.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(8_000)
  expect(tab.sent, 'a server that does not answer the SOS holds up nothing else for long').toEqual(['text'])
})

test('an urgent entry that fails does not hold up the next one', async () => {
  const tab = createDevice().openTab({ isUrgent: true })
  tab.setAnswer(({ id }) => (id === 'a' ? failOffline() : Promise.resolve(id)))
  await tab.write('a', { lane: 'sos', ownerId: null })
  await tab.write('b', { lane: 'sos', ownerId: null })
  expect([tab.sent, tab.states()]).toEqual([['b'], [['a', 'waiting']]])
})

test('an entry of Ben is never sent or shown while Aiko or no user is signed in', async () => {
  const device = createDevice()
  const tab = device.openTab()
  tab.setAnswer(failOffline)
  await tab.write('a')
  tab.setAnswer(async () => 'accepted')
  for (const user of [null, 'aiko']) {
    tab.setUser(user)
    tab.outbox.pause()
    await tab.outbox.retryNow()
    await vi.runAllTimersAsync()
    expect([tab.sent, tab.states(), tab.outbox.contentCount()]).toEqual([[], [], 0])
  }
  const next = device.openTab({}, 'aiko')
  await next.outbox.restore()
  await settle()
  expect(next.sent).toEqual([])
  tab.setUser('ben')
  await tab.outbox.retryNow()
  expect(tab.sent).toEqual(['a'])
})

test('the session ends while the storage is asked: the entry is not sent', async () => {
  const device = createDevice()
  const tab = device.openTab()
  tab.setAnswer(failOffline)
  await tab.write('a')
  await settle()
  const answer = Promise.withResolvers<boolean>()
  device.store.has = () => answer.promise
  tab.setAnswer(async () => 'accepted')
  const retried = tab.outbox.retryNow()
  await settle()
  tab.setUser('aiko')
  tab.outbox.pause()
  answer.resolve(true)
  await retried
  expect(tab.sent).toEqual([])
})

test('an entry that was being sent when the session ended is sent when its author is back', async () => {
  const tab = createDevice().openTab()
  const reply = Promise.withResolvers<string>()
  tab.setAnswer(() => reply.promise)
  const sending = tab.write('a')
  await settle()
  tab.setUser(null)
  tab.outbox.pause()
  reply.reject(new OfflineError())
  await sending
  tab.setAnswer(async () => 'accepted')
  tab.setUser('ben')
  expect([tab.states(), tab.refused]).toEqual([[['a', 'queued']], []])
  await tab.outbox.retryNow()
  expect(tab.sent).toEqual(['a'])
})

test('the end of a session deletes the entries of users on the device, and keeps those of the device', async () => {
  const device = createDevice()
  const [tab, other] = [device.openTab(), device.openTab()]
  for (const each of [tab, other]) each.setAnswer(failOffline)
  await tab.write('own')
  await tab.write('of Aiko', { ownerId: 'aiko', lane: 'thread 2' })
  await tab.write('of the device', { ownerId: null, lane: 'sos' })
  await settle()
  expect(tab.outbox.contentCount()).toBe(1)
  tab.setUser(null)
  await tab.outbox.discardOfUsers()
  await settle()
  expect([...device.rows.keys()]).toEqual(['of the device'])
  for (const each of [tab, other]) each.setAnswer(async ({ id }) => id)
  await vi.runAllTimersAsync()
  expect([...tab.sent, ...other.sent]).toEqual(['of the device'])
})

test('an urgent entry that two tabs send at the same time is acknowledged once in each tab', async () => {
  const device = createDevice()
  const urgent = { isUrgent: true }
  const [raising, other] = [device.openTab(urgent), device.openTab(urgent)]
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  raising.setAnswer(() => first.promise)
  other.setAnswer(() => second.promise)
  void raising.write('sos', { lane: 'sos', ownerId: null })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(other.states(), 'the other tab repeats it after its first delay').toEqual([['sos', 'sending']])
  first.resolve('raised')
  await settle()
  second.resolve('raised')
  await settle()
  expect([raising.applied, other.applied, device.rows.size]).toEqual([['raised'], ['raised'], 0])
})

test('a change that another tab makes while an entry is sent is sent too', async () => {
  const device = createDevice()
  const [sending, changing] = [device.openTab(), device.openTab()]
  const reply = Promise.withResolvers<string>()
  sending.setAnswer(() => reply.promise)
  void sending.write('a', { text: 'first' })
  await settle()
  vi.setSystemTime(Date.now() + 1)
  void changing.write('a', { text: 'second' })
  reply.resolve('reply to a')
  await settle()
  await vi.runAllTimersAsync()
  expect([...sending.texts, ...changing.texts]).toEqual(['first', 'second'])
  expect([sending.states(), changing.states(), device.rows.size]).toEqual([[], [], 0])
})

test('two tabs change a refused entry at the same moment, and the later change is kept', async () => {
  const device = createDevice()
  const [first, second] = [device.openTab(), device.openTab()]
  const refuse = () => Promise.reject(new ApiError(409, { code: 'conflict', message: '', issues: [] }))
  for (const tab of [first, second]) tab.setAnswer(refuse)
  await first.write('a', { text: 'first' })
  await settle()
  expect(second.states()).toEqual([['a', 'failed']])
  for (const tab of [first, second]) tab.setAnswer(async ({ id }) => id)
  vi.setSystemTime(Date.now() + 10)
  void first.outbox.resend('a')
  vi.setSystemTime(Date.now() + 10)
  void second.write('a', { text: 'second' })
  await settle()
  await vi.runAllTimersAsync()
  expect([...first.texts, ...second.texts].at(-1)).toBe('second')
  expect([first.states(), second.states(), device.rows.size]).toEqual([[], [], 0])
})

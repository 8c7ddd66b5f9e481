import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { OfflineError } from '../connection/http-errors.ts'
import { createDevice } from './testing/device.ts'

const failOffline = () => Promise.reject(new OfflineError())
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the next page sends what the previous page stored, in order, with the same ids', async () => {
  const device = createDevice()
  const closed = device.openTab()
  closed.setAnswer(failOffline)
  await closed.write('b')
  await closed.write('a')
  const page = device.openTab()
  await page.outbox.restore()
  await settle()
  expect([page.sent, device.rows.size]).toEqual([['b', 'a'], 0])
})

test('an entry that only the mirror kept, because the page was closed at once, is sent by the next page', async () => {
  const device = createDevice()
  device.store.put = () => new Promise<never>(() => undefined)
  const closed = device.openTab()
  closed.setAnswer(() => new Promise<never>(() => undefined))
  void closed.write('a')
  const page = createDeviceWith(device.mirrored)
  await page.outbox.restore()
  await settle()
  expect(page.sent).toEqual(['a'])
})

/** A device that has kept only its mirror. */
function createDeviceWith(mirrored: ReturnType<typeof createDevice>['mirrored']) {
  const device = createDevice()
  for (const entry of mirrored.values()) device.mirror.put(entry)
  return device.openTab()
}

test('an entry of a kind that is not registered yet is sent after its registration', async () => {
  const device = createDevice()
  const closed = device.openTab({ kind: 'later' })
  closed.setAnswer(failOffline)
  await closed.write('a')
  const page = device.openTab()
  await page.outbox.restore()
  const sent: string[] = []
  page.outbox.register({ kind: 'later', payload: z.unknown(), send: async ({ id }) => sent.push(id) })
  await settle()
  expect(sent).toEqual(['a'])
})

test('a stored row that this version cannot read does not affect the others', async () => {
  const device = createDevice()
  const closed = device.openTab()
  closed.setAnswer(failOffline)
  await closed.write('bad')
  await closed.write('good')
  const bad = device.rows.get('bad')
  if (bad) device.rows.set('bad', { ...bad, payload: { another: 'version' } })
  const page = device.openTab()
  await page.outbox.restore()
  await settle()
  expect([page.sent, page.states()]).toEqual([['good'], []])
})

test.each(['fails', 'never answers'])('entries are sent although the storage %s', async (how) => {
  const device = createDevice()
  const answer = () => (how === 'fails' ? failOffline() : new Promise<never>(() => undefined))
  Object.assign(device.store, { all: answer, has: answer, put: answer, remove: answer })
  const tab = device.openTab()
  void tab.outbox.restore()
  await tab.write('a')
  expect([tab.sent, tab.states(), device.mirrored.size]).toEqual([['a'], [], 0])
})

test('an urgent entry of an earlier page is sent at once although IndexedDB does not answer', async () => {
  const device = createDevice()
  const urgent = { isUrgent: true }
  const closed = device.openTab(urgent)
  closed.setAnswer(failOffline)
  void closed.write('sos', { lane: 'sos', ownerId: null })
  await settle()
  device.store.all = () => new Promise<never>(() => undefined)
  const page = device.openTab(urgent)
  void page.outbox.restore()
  await settle()
  expect(page.sent).toEqual(['sos'])
})

test('texts of an earlier page keep their order although only the mirror has the last one', async () => {
  const device = createDevice()
  const closed = device.openTab()
  closed.setAnswer(failOffline)
  await closed.write('a')
  device.store.put = () => new Promise<never>(() => undefined)
  await closed.write('b')
  const page = device.openTab()
  await page.outbox.restore()
  await settle()
  expect(page.sent).toEqual(['a', 'b'])
})

test('the device knows whether it has content of any user after the storage was read', async () => {
  const device = createDevice()
  const closed = device.openTab({ kind: 'not registered in the next page' })
  closed.setAnswer(failOffline)
  await closed.write('a')
  const page = device.openTab({}, null)
  void page.outbox.restore()
  await page.outbox.whenRead()
  expect(page.outbox.hasContentOfUsers()).toBe(true)
  page.outbox.discard('a')
  await page.write('of the device', { ownerId: null })
  expect(page.outbox.hasContentOfUsers()).toBe(false)
})

test('an entry that is older than the memory of the server is sent only after its author has decided', async () => {
  const device = createDevice()
  const closed = device.openTab()
  closed.setAnswer(failOffline)
  await closed.write('a')
  await closed.write('of the device', { ownerId: null, lane: 'sos' })
  vi.setSystemTime(Date.now() + 8 * 86_400_000)
  const page = device.openTab()
  await page.outbox.restore()
  await settle()
  expect([page.sent, page.states()]).toEqual([['of the device'], [['a', 'failed']]])
  expect(page.outbox.refused().map(({ refusal }) => refusal)).toEqual([{ code: 'outbox.old', message: 'It is old.' }])
  await page.outbox.resend('a')
  expect(page.sent).toEqual(['of the device', 'a'])
})

test('an old entry that is not content is sent', async () => {
  const device = createDevice()
  const closed = device.openTab({ isContent: false })
  closed.setAnswer(failOffline)
  await closed.write('a')
  vi.setSystemTime(Date.now() + 8 * 86_400_000)
  const page = device.openTab({ isContent: false })
  await page.outbox.restore()
  await settle()
  expect(page.sent).toEqual(['a'])
})

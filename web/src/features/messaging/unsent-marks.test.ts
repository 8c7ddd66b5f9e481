import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { setSessionUser } from '../../platform/session/session.ts'
import { storagePrefixes, storedKeys } from '../../platform/session/storage.ts'
import { acknowledgements } from './acknowledgements.ts'

fakeStorage()
const fetchMock = vi.fn<typeof fetch>()
const accept = async () => new Response(JSON.stringify({ ok: true }))
const failOffline = () => Promise.reject(new TypeError('Failed to fetch'))
const sent = () => fetchMock.mock.calls.map(([, init]): unknown => JSON.parse(typeof init?.body === 'string' ? init.body : ''))
const stored = () => storedKeys(storagePrefixes.unsent)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  setSessionUser(null, 'ben')
})
afterEach(() => {
  acknowledgements.clear()
  fetchMock.mockReset()
  vi.useRealTimers()
})

test('marks without a connection are stored as one entry and are sent once with the highest seq of each thread', async () => {
  fetchMock.mockImplementation(failOffline)
  acknowledgements.add({ messageThreadId: 'a', status: 'seen', seq: 3 })
  acknowledgements.flush()
  await vi.advanceTimersByTimeAsync(0)
  acknowledgements.add({ messageThreadId: 'b', status: 'delivered', seq: 7 })
  acknowledgements.add({ messageThreadId: 'a', status: 'seen', seq: 5 })
  await vi.advanceTimersByTimeAsync(150)
  expect(stored()).toHaveLength(1)
  expect(outbox.contentCount()).toBe(0)

  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  expect(sent()).toEqual([
    [
      { messageThreadId: 'a', status: 'seen', seq: 5 },
      { messageThreadId: 'b', status: 'delivered', seq: 7 },
    ],
  ])
  expect(stored()).toEqual([])
})

test('the mark of a radio message is sent with its type, apart from the chat of the same thread', async () => {
  fetchMock.mockImplementation(accept)
  const radio = { messageThreadId: 'c', status: 'delivered', seq: 12, messageType: 'asrChat' } as const
  acknowledgements.add(radio)
  acknowledgements.add({ messageThreadId: 'c', status: 'delivered', seq: 4, messageType: 'normalChat' })
  await vi.advanceTimersByTimeAsync(150)
  expect(sent()).toEqual([[radio, { ...radio, seq: 4, messageType: 'normalChat' }]])
})

test('a refused mark is deleted and not repeated', async () => {
  fetchMock.mockImplementation(async () => new Response('{}', { status: 400 }))
  acknowledgements.add({ messageThreadId: 'a', status: 'seen', seq: 9 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent().length, stored(), outbox.refused()]).toEqual([1, [], []])
})

test('a mark waits while no user is known to be signed in', async () => {
  setSessionUser('token of another session', 'ben')
  fetchMock.mockImplementation(accept)
  acknowledgements.add({ messageThreadId: 'a', status: 'seen', seq: 11 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent()).toEqual([])
  setSessionUser(null, 'ben')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent()).toEqual([[{ messageThreadId: 'a', status: 'seen', seq: 11 }]])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../../platform/device/device.fake.ts'
import type { Fix } from '../../../platform/device/fix.ts'
import { newId } from '../../../platform/ids.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { readStored, storageKeys, storedKeys, storagePrefixes, writeStored } from '../../../platform/session/storage.ts'
import {
  adoptStoredSos,
  deliverSos,
  deliverSosForOther,
  keepEarlySos,
  onSosAcknowledged,
  sendSosLocation,
  withdrawSos,
} from './unsent-sos.ts'

fakeStorage()
const AT = new Date('2026-11-21T09:42:00.000Z').getTime()
const fix: Fix = { latitude: 38.2682, longitude: 140.8694, accuracy: 12, at: AT }
const reply = {
  id: '01990000-0000-7000-8000-000000000001',
  createdAt: '2026-11-21T09:42:00.000Z',
  alertMessageThread: { MessageThreadId: '01990000-0000-7000-8000-000000000002' },
  alertToken: 'opens-the-first',
  isExisting: false,
  recipientCount: 48,
}
const fetchMock = vi.fn<typeof fetch>()
const answer = (body: unknown) => async () => new Response(JSON.stringify(body))
const failOffline = () => Promise.reject(new TypeError('Failed to fetch'))

type Body = { clientId: string; latitude: string | null; accuracy: number | null }
const bodies = () => fetchMock.mock.calls.map(([, init]) => JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Body)
const isUnsent = (clientId: string) => storedKeys(storagePrefixes.unsent).some((key) => key.endsWith(clientId))

beforeEach(() => {
  vi.useFakeTimers({ now: AT })
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockImplementation(answer(reply))
})
afterEach(async () => {
  fetchMock.mockImplementation(answer(reply))
  await outbox.retryNow()
  fetchMock.mockReset()
  vi.useRealTimers()
})

test('deliver stores and sends an SOS synchronously, since the page may close', async () => {
  const clientId = newId()
  const delivered = deliverSos({ clientId, location: null })
  expect(isUnsent(clientId)).toBe(true)
  expect(bodies()).toMatchObject([{ clientId }])
  expect(await delivered).toEqual(reply)
  expect(isUnsent(clientId)).toBe(false)
})

test.each([400, 403, 429, 500])(
  'an SOS that the server answers with %i is repeated with the same id until it is acknowledged',
  async (status) => {
    const clientId = newId()
    const acknowledged = vi.fn()
    const stop = onSosAcknowledged(acknowledged)
    fetchMock.mockImplementation(async () => new Response('{}', { status }))
    expect(await deliverSos({ clientId, location: fix })).toBeNull()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(acknowledged).not.toHaveBeenCalled()
    fetchMock.mockImplementation(answer(reply))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(acknowledged).toHaveBeenCalledOnce()
    expect(new Set(bodies().map((body) => body.clientId))).toEqual(new Set([clientId]))
    expect(isUnsent(clientId)).toBe(false)
    stop()
  },
)

test('the reply of a Wi-Fi sign-in page does not acknowledge an SOS; it is stored until the server replies', async () => {
  const clientId = newId()
  fetchMock.mockImplementationOnce(answer({}))
  expect(await deliverSos({ clientId, location: null })).toBeNull()
  expect(isUnsent(clientId)).toBe(true)
  await outbox.retryNow()
  expect(isUnsent(clientId)).toBe(false)
})

test('several SOS are sent oldest first, each after the reply to the previous one', async () => {
  const [first, second] = [newId(), newId()]
  fetchMock.mockImplementationOnce(failOffline)
  await deliverSos({ clientId: first, location: null })
  const held = Promise.withResolvers<Response>()
  fetchMock.mockImplementationOnce(() => held.promise)
  const delivered = deliverSos({ clientId: second, location: null })
  await vi.advanceTimersByTimeAsync(100)
  expect(bodies().map(({ clientId }) => clientId)).toEqual([first, first])
  held.resolve(new Response(JSON.stringify(reply)))
  expect(await delivered).toEqual(reply)
  expect(bodies().map(({ clientId }) => clientId)).toEqual([first, first, second])
})

test('a visitor’s second SOS carries the token from the reply to the first', async () => {
  fetchMock.mockImplementationOnce(failOffline)
  await deliverSos({ clientId: newId(), location: null })
  fetchMock.mockImplementationOnce(answer({ ...reply, id: '01990000-0000-7000-8000-000000000009', alertToken: 'of-this-one' }))
  await deliverSos({ clientId: newId(), location: null })
  const tokens = fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-alert-token'))
  expect(tokens.at(-1)).toBe('of-this-one')
})

test('a withdrawn SOS is not repeated, and its delivery ends', async () => {
  const clientId = newId()
  fetchMock.mockImplementation(failOffline)
  await deliverSos({ clientId, location: null })
  withdrawSos(clientId)
  expect(isUnsent(clientId)).toBe(false)
  fetchMock.mockClear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchMock).not.toHaveBeenCalled()
})

test('a location found during the request is sent right after the reply', async () => {
  const clientId = newId()
  const held = Promise.withResolvers<Response>()
  fetchMock.mockImplementationOnce(() => held.promise)
  const delivered = deliverSos({ clientId, location: null })
  sendSosLocation(clientId, fix)
  held.resolve(new Response(JSON.stringify(reply)))
  expect(await delivered).toEqual(reply)
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies().map(({ latitude }) => latitude)).toEqual([null, String(fix.latitude)])
  expect(isUnsent(clientId)).toBe(false)
})

test('a location found while the SOS is unsent is sent with it', async () => {
  const clientId = newId()
  fetchMock.mockImplementation(failOffline)
  await deliverSos({ clientId, location: null })
  sendSosLocation(clientId, fix)
  fetchMock.mockClear()
  fetchMock.mockImplementation(answer(reply))
  await outbox.retryNow()
  expect(bodies()).toMatchObject([{ clientId, latitude: String(fix.latitude) }])
})

test('a location found after the reply is sent with the same id, without a second acknowledgement', async () => {
  const clientId = newId()
  const acknowledged = vi.fn()
  const stop = onSosAcknowledged(acknowledged)
  await deliverSos({ clientId, location: null })
  fetchMock.mockImplementation(failOffline)
  sendSosLocation(clientId, fix)
  await vi.advanceTimersByTimeAsync(0)
  expect(isUnsent(clientId)).toBe(true)
  fetchMock.mockImplementation(answer(reply))
  await outbox.retryNow()
  expect(bodies().at(-1)).toMatchObject({ clientId, latitude: String(fix.latitude) })
  expect(acknowledged).toHaveBeenCalledOnce()
  stop()
})

test('a newer fix at the same coordinates is sent', async () => {
  const clientId = newId()
  const held = Promise.withResolvers<Response>()
  fetchMock.mockImplementationOnce(() => held.promise)
  void deliverSos({ clientId, location: fix })
  sendSosLocation(clientId, { ...fix, accuracy: 5, at: fix.at + 60_000 })
  held.resolve(new Response(JSON.stringify(reply)))
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies().map(({ accuracy }) => accuracy)).toEqual([12, 5])
})

test('an old location is sent with a lower accuracy, by its age at the time of sending', async () => {
  fetchMock.mockImplementationOnce(failOffline)
  await deliverSos({ clientId: newId(), location: { latitude: 38, longitude: 140, accuracy: 20, at: AT - 100_000 } })
  vi.setSystemTime(AT + 500_000)
  await outbox.retryNow()
  expect(bodies().map(({ accuracy }) => accuracy)).toEqual([170, 920])
})

test('an SOS that an earlier version stored is sent; an unreadable record does not affect it', async () => {
  const clientId = newId()
  const createdAt = new Date(AT).toISOString()
  const earlier = { clientId, createdAt, latitude: 38, longitude: 140, accuracy: 20, isRaised: false }
  writeStored(storageKeys.unsentSos, JSON.stringify([{ clientId: 'half' }, earlier, null]))
  vi.setSystemTime(AT + 600_000)
  adoptStoredSos()
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies()).toMatchObject([{ clientId, latitude: '38', accuracy: 920 }])
  expect(readStored(storageKeys.unsentSos)).toBeNull()
})

test('an SOS that was sent before the application started is sent with the same id and text, and its delivery resolves', async () => {
  const clientId = newId()
  const textContent = 'The gym\nRoom 3'
  const location = { latitude: null, longitude: null, accuracy: null, locatedAt: null }
  keepEarlySos({ clientId, createdAt: new Date(AT).toISOString(), ...location, textContent, isRaised: false })
  expect(await deliverSos({ clientId, location: null })).toEqual(reply)
  expect(bodies()).toMatchObject([{ clientId, textContent }])
  expect(isUnsent(clientId)).toBe(false)
})

test('an SOS for another person waits in the lane of SOS and is sent with its text and the chosen location', async () => {
  const clientId = newId()
  const acknowledged = vi.fn()
  const stop = onSosAcknowledged(acknowledged)
  fetchMock.mockImplementation(failOffline)
  const content = { textContent: 'fell from the roof', raisedFor: { userId: null, name: 'Mori' } }
  expect(await deliverSosForOther({ clientId, location: { latitude: 38.3, longitude: 140.9 }, ...content })).toBeNull()
  expect(isUnsent(clientId)).toBe(true)
  fetchMock.mockImplementation(answer(reply))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(bodies().at(-1)).toEqual({ clientId, latitude: '38.3', longitude: '140.9', accuracy: null, ...content })
  expect(acknowledged).toHaveBeenCalledWith(reply, expect.objectContaining({ clientId, raisedFor: content.raisedFor }))
  stop()
})

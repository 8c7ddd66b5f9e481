import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../platform/device.fake.ts'
import { newId } from '../../platform/ids.ts'
import { readStored, storageKeys, writeStored } from '../../platform/storage.ts'
import { inLocalStorage, type KeptSos } from './outbox-store.ts'
import { outbox } from './outbox.ts'

fakeStorage()
const unit = vi.fn<typeof fetch>()
const answer = {
  id: '01990000-0000-7000-8000-000000000001',
  createdAt: '2026-11-21T09:42:00.000Z',
  alertMessageThread: { MessageThreadId: '01990000-0000-7000-8000-000000000002' },
  alertToken: 'opens-the-first',
  isExisting: false,
  recipientCount: 48,
}
const answers = (body: unknown) => unit.mockResolvedValueOnce(new Response(JSON.stringify(body)))
const kept = (clientId: string): KeptSos => ({
  clientId,
  createdAt: '2026-11-21T09:42:00.000Z',
  latitude: null,
  longitude: null,
  accuracy: null,
  isRaised: false,
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', unit)
})
afterEach(() => {
  vi.useRealTimers()
  unit.mockReset()
})

test('what a Wi-Fi’s sign-in page answers acknowledges no SOS: it stays kept until the unit itself answers', async () => {
  const clientId = newId()
  answers({})
  expect(await outbox.deliver({ clientId, location: null })).toBeNull()
  expect(readStored(storageKeys.unsentSos)).toContain(clientId)
  answers(answer)
  await outbox.nudge()
  expect(outbox.unsent()).toEqual([])
  expect(readStored(storageKeys.unsentSos)).toBeNull()
})

test('of two SOS without a session the second carries the token that the first was answered with', async () => {
  unit.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await outbox.deliver({ clientId: newId(), location: null })
  answers({ ...answer, id: '01990000-0000-7000-8000-000000000009', alertToken: 'of-this-one' })
  answers(answer)
  await outbox.deliver({ clientId: newId(), location: null })
  const tokens = unit.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-alert-token'))
  expect(tokens.at(-1)).toBe('of-this-one')
})

test('one record that cannot be read does not take the others with it', async () => {
  const clientId = newId()
  writeStored(storageKeys.unsentSos, JSON.stringify([{ clientId: 'half' }, kept(clientId), null]))
  expect(await inLocalStorage.all()).toEqual([kept(clientId)])
})

import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewSubscription, type SubscriptionChange } from './renew-subscription.ts'
import { writeWorkerSession } from './stored-session.ts'

const requests: string[] = []

beforeEach(async () => {
  requests.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    return Response.json({ ok: true })
  })
  await writeWorkerSession(() => ({ token: 'secret', userId: 'ben', language: 'en' }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const KEY = new Uint8Array([4]).buffer
const renewed = { toJSON: () => ({ endpoint: 'https://push.example.net/2', keys: { p256dh: 'p', auth: 'a' } }) }
// `as`: the parts that are read
const change = { oldSubscription: { options: { applicationServerKey: KEY } } } as unknown as SubscriptionChange
const stubBrowser = (subscribe: () => Promise<unknown>) =>
  vi.stubGlobal('self', { registration: { pushManager: { getSubscription: async () => null, subscribe } } })

test('a subscription that the browser has ended is renewed with its key and sent to the server', async () => {
  const subscribe = vi.fn<() => Promise<unknown>>(async () => renewed)
  stubBrowser(subscribe)
  await renewSubscription(change)
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY })
  expect(requests).toEqual(['/backend/api/push/subscription'])
})

test('a push service that never answers does not keep the service worker running', async () => {
  stubBrowser(() => new Promise(() => undefined))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let isDone = false
  const renewing = renewSubscription(change).finally(() => (isDone = true))
  await new Promise((resolve) => setImmediate(resolve)) // fake-indexeddb
  for (let waited = 0; waited < 15_000; waited += 1_000) {
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.advanceTimersByTimeAsync(2_000)
  await renewing
  expect(requests).toEqual([])
})

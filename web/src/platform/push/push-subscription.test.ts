import { afterEach, expect, test, vi } from 'vitest'
import { pushSupport, subscribeBrowser, unsubscribeBrowser } from './push-subscription.ts'
import { SUBSCRIBE_TIMEOUT_MS } from '../tuning.ts'

const KEY = Buffer.from('the key of the server').toString('base64url')
const bufferOf = (text: string) => new Uint8Array(Buffer.from(text)).buffer

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser with a service worker. @param known the key of its subscription; null: it has none */
function openBrowser(known: string | null, subscribe = async () => ({ endpoint: 'new' })) {
  const calls: string[] = []
  const subscription = {
    endpoint: 'known',
    options: { applicationServerKey: known === null ? null : bufferOf(known) },
    unsubscribe: async () => void calls.push('unsubscribe'),
  }
  const pushManager = {
    getSubscription: async () => (known === null ? null : subscription),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      calls.push(`subscribe ${Buffer.from(applicationServerKey).toString()}`)
      return subscribe()
    },
  }
  const notification = { close: () => void calls.push('close') }
  const registration = { pushManager, getNotifications: async () => [notification] }
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  return calls
}

test('a browser without a subscription subscribes with the key of the server', async () => {
  const calls = openBrowser(null)
  expect(await subscribeBrowser(KEY)).toMatchObject({ endpoint: 'new' })
  expect(calls).toEqual(['subscribe the key of the server'])
})

test('a subscription with the key of the server is kept, and one with an earlier key is replaced', async () => {
  const kept = openBrowser('the key of the server')
  expect(await subscribeBrowser(KEY)).toMatchObject({ endpoint: 'known' })
  expect(kept).toEqual([])
  const replaced = openBrowser('an earlier key')
  expect(await subscribeBrowser(KEY)).toMatchObject({ endpoint: 'new' })
  expect(replaced).toEqual(['unsubscribe', 'subscribe the key of the server'])
})

test('a subscription fails in time if the browser never answers', async () => {
  vi.useFakeTimers()
  openBrowser(null, () => new Promise(() => undefined))
  const failed = expect(subscribeBrowser(KEY)).rejects.toThrow('does not answer')
  await vi.advanceTimersByTimeAsync(SUBSCRIBE_TIMEOUT_MS)
  await failed
})

test('the end of a session closes the notifications and unsubscribes, and a browser without workers has nothing to end', async () => {
  const calls = openBrowser('the key of the server')
  await unsubscribeBrowser()
  expect(calls.toSorted()).toEqual(['close', 'unsubscribe'])
  vi.stubGlobal('navigator', {})
  await unsubscribeBrowser()
})

test('a page without https, an iPhone without the installed application and an old browser have no notifications', () => {
  const page = { isSecureContext: true, matchMedia: () => ({ matches: false }) }
  const support = (view: object, device: object) => {
    vi.stubGlobal('window', { ...page, ...view })
    vi.stubGlobal('navigator', device)
    return pushSupport()
  }
  const full = { PushManager: {}, Notification: {} }
  expect(support({ ...full, isSecureContext: false }, {})).toBe('insecure')
  expect(support({}, { serviceWorker: {}, standalone: false })).toBe('needsInstallation')
  expect(support(full, { serviceWorker: {}, standalone: true })).toBe('possible')
  expect(support({}, { serviceWorker: {} })).toBe('unsupported')
})

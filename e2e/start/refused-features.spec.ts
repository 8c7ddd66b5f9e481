import { expect } from '@playwright/test'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

// Browsers that have a feature and refuse it (decisions/0168).

const t = textsIn('en')

/** `get`: an access throws; `call`: a call or a construction throws. */
const REFUSED: readonly (readonly ['get' | 'call', string])[] = [
  ...[
    'BroadcastChannel',
    'matchMedia',
    'AudioContext',
    'IntersectionObserver',
    'ResizeObserver',
    'PerformanceObserver',
    'requestIdleCallback',
    'indexedDB.open',
    'caches.open',
    'navigator.locks.request',
    'navigator.geolocation.getCurrentPosition',
    'navigator.geolocation.watchPosition',
    'navigator.permissions.query',
    'navigator.storage.estimate',
    'navigator.storage.persisted',
    'navigator.serviceWorker.register',
    'navigator.serviceWorker.getRegistration',
    'navigator.mediaDevices.enumerateDevices',
    'navigator.wakeLock.request',
    'performance.getEntriesByType',
  ].map((name) => ['call', name] as const),
  ...[
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'caches',
    'Notification',
    'navigator.serviceWorker',
    'navigator.locks',
    'navigator.permissions',
    'navigator.geolocation',
    'navigator.mediaDevices',
    'navigator.storage',
    'navigator.wakeLock',
    'navigator.mediaSession',
    'navigator.userActivation',
  ].map((name) => ['get', name] as const),
]

/** Runs in the page: makes a feature of the browser throw. */
function refuse([how, path]: readonly ['get' | 'call', string]) {
  const names = path.split('.')
  const name = names.pop() ?? ''
  const holder = names.reduce<object>((object, each) => Reflect.get(object, each), window)
  const fail = () => {
    throw new DOMException(`${path} is refused`, 'SecurityError')
  }
  const own = Object.hasOwn(holder, name) ? holder : (Reflect.getPrototypeOf(holder) ?? holder)
  const description =
    how === 'get'
      ? { get: fail, configurable: true }
      : {
          value: function refused() {
            fail()
          },
          writable: true,
          configurable: true,
        }
  Object.defineProperty(Object.hasOwn(own, name) ? own : holder, name, description)
}

/** What `npm test` refuses: one feature of each kind of remedy. */
const OFTEN_REFUSED = new Set(['BroadcastChannel', 'matchMedia', 'ResizeObserver', 'indexedDB.open', 'localStorage', 'caches'])

for (const isLong of [false, true])
  test(
    `the application starts and raises an SOS in browsers that refuse a feature, one by one (${isLong ? 'the rest' : OFTEN_REFUSED.size})`,
    onlyLong(isLong),
    async ({ visitor }) => {
      const features = REFUSED.filter(([, name]) => OFTEN_REFUSED.has(name) !== isLong)
      const open = async (refused: (typeof REFUSED)[number]) => {
        const ben = await visitor()
        const { page } = ben
        ben.allowConsoleError(/./)
        await page.addInitScript(refuse, refused)
        await page.goto(ben.url, { waitUntil: 'commit' })
        await expect(page.locator('#prerendered')).toHaveCount(0, { timeout: 30_000 })
        await page
          .getByRole('button', { name: t('alerts.sos.name') })
          .first()
          .click()
        await expect(page.getByRole('alertdialog', { name: t('alerts.sos.countdown') })).toBeVisible()
        await page.context().close()
      }
      const failed: string[] = []
      const fail = ([, name]: (typeof REFUSED)[number], error: unknown) => failed.push(`${name}: ${String(error)}`)
      for (let first = 0; first < features.length; first += 4)
        await Promise.all(features.slice(first, first + 4).map((each) => open(each).catch((error) => fail(each, error))))
      expect(failed).toEqual([])
    },
  )

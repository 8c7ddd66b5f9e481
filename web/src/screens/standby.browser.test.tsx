import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createObservable, useObservable } from '../platform/observable.ts'
import { renderPage } from '../testing/render-page.tsx'
import { StandbyScreen } from './standby.tsx'

const MINUTE_MS = 60_000

/** A wake lock of the browser, which releases it when the page is hidden or the battery is low. */
class FakeLock extends EventTarget {
  released = false
  release = () => {
    this.released = true
    this.dispatchEvent(new Event('release'))
    return Promise.resolve()
  }
}

const locks: FakeLock[] = []
const device = { refuses: false, visibility: 'visible' }
const request = vi.fn(() => {
  if (device.refuses) return Promise.reject(new DOMException('low battery', 'NotAllowedError'))
  const lock = new FakeLock()
  locks.push(lock)
  return Promise.resolve(lock)
})
const held = () => locks.filter(({ released }) => !released).length
const isOpen = createObservable(true)

function setVisibility(visibility: string) {
  device.visibility = visibility
  if (visibility === 'hidden') for (const lock of locks) void lock.release()
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => device.visibility })
  isOpen.set(true)
  await renderPage(<Page />)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'wakeLock')
  Reflect.deleteProperty(document, 'visibilityState')
  locks.length = 0
  request.mockClear()
  Object.assign(device, { refuses: false, visibility: 'visible' })
})

const Page = () => useObservable(isOpen) && <StandbyScreen />

test('the stand-by screen keeps the device awake, also after the page was hidden, until the user leaves it', async () => {
  await expect.poll(held).toBe(1)
  setVisibility('hidden')
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(held()).toBe(0)
  setVisibility('visible')
  await expect.poll(held).toBe(1)
  isOpen.set(false)
  await expect.poll(held).toBe(0)
  setVisibility('visible')
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(held()).toBe(0)
})

test('the stand-by screen gets a wake lock again that the system released while the page is visible', async () => {
  await expect.poll(held).toBe(1)
  await locks.at(-1)?.release()
  await expect.poll(held).toBe(1)
})

test('the stand-by screen warns that the device refused to stay awake, and tries again each minute', async () => {
  const warning = page.getByText(/may turn off/)
  await expect.poll(held).toBe(1)
  await expect.element(warning).not.toBeInTheDocument()
  device.refuses = true
  await locks.at(-1)?.release()
  await expect.element(warning).toBeVisible()
  device.refuses = false
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await expect.poll(held).toBe(1)
  await expect.element(warning).not.toBeInTheDocument()
})

test('the content of the stand-by screen moves each minute and remains on a screen of 360 px', async () => {
  const clock = page.getByRole('main').getByRole('time').first()
  const leave = page.getByRole('button', { name: 'Leave stand-by' })
  const positions = new Set<string>()
  for (let minute = 0; minute < 8; minute++) {
    for (const element of [clock, leave]) {
      const { left, right, top, bottom } = element.element().getBoundingClientRect()
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(innerWidth)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(innerHeight)
    }
    const { left, top } = clock.element().getBoundingClientRect()
    positions.add(`${left} ${top}`)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    await expect.poll(() => `${clock.element().getBoundingClientRect().left}`).not.toBe(String(left))
  }
  expect(positions.size).toBe(8)
})

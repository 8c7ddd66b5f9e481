import { afterEach, expect, test, vi } from 'vitest'
import { listNotifications, NOTIFICATIONS_LOCK, showNotification } from './shown-notifications.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A registration whose notifications take a moment to appear. */
function slowRegistration() {
  const accesses: string[] = []
  const registration = {
    showNotification: async (title: string) => {
      accesses.push(`shows ${title}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      accesses.push(`has shown ${title}`)
    },
    getNotifications: async ({ tag = 'all' }: { tag?: string }) => void accesses.push(`lists ${tag}`),
  }
  // `as`: the parts that are used
  return { accesses, registration: registration as unknown as ServiceWorkerRegistration }
}

async function showAndList() {
  const { accesses, registration } = slowRegistration()
  await Promise.all([
    showNotification(registration, 'SOS', {}),
    listNotifications(registration),
    listNotifications(registration, 'alert:1'),
  ])
  return accesses
}

test('the notifications are not listed while one appears', async () => {
  expect(await showAndList()).toEqual(['shows SOS', 'has shown SOS', 'lists all', 'lists alert:1'])
})

test.each([
  ['without locks', () => vi.stubGlobal('navigator', {})],
  ['that refuses locks', () => vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('', 'SecurityError'))],
])('a browser %s shows notifications at once', async (_, prepare) => {
  prepare()
  expect(await showAndList()).toContain('has shown SOS')
})

test('a page that never releases the lock only delays a notification', async () => {
  let release: () => void = () => undefined
  const held = navigator.locks.request(NOTIFICATIONS_LOCK, () => new Promise<void>((resolve) => (release = resolve)))
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  expect(await showAndList()).toContain('has shown SOS')
  release()
  await held
})

test('an error of the browser is thrown once, and the lock is released', async () => {
  const { accesses, registration } = slowRegistration()
  const show = vi.spyOn(registration, 'showNotification').mockRejectedValueOnce(new TypeError('denied'))
  await expect(showNotification(registration, 'SOS', {})).rejects.toThrow('denied')
  expect(show).toHaveBeenCalledTimes(1)
  await listNotifications(registration)
  expect(accesses).toEqual(['lists all'])
})

import { afterEach, expect, test, vi } from 'vitest'
import { closeAlertNotifications } from './close-alert-notifications.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page closes the notifications of the alert that it shows, or of its chat only', async () => {
  const closed: string[] = []
  const shown = (name: string, payload: unknown, entryId: string | null = null) => ({
    data: { payload, entryId },
    close: () => void closed.push(name),
  })
  const notifications = [
    shown('chat', { kind: 'alertChat', id: 'a1' }),
    shown('alarm', { kind: 'alert', id: 'a1' }),
    shown('unsent answer', { kind: 'alert', id: 'a1' }, 'entry'),
    shown('unsent answer to another alert', { kind: 'alert', id: 'a2' }, 'entry'),
    shown('chat of another alert', { kind: 'alertChat', id: 'a2' }),
    shown('general', null),
  ]
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => notifications }) },
  })
  await closeAlertNotifications('a1', 'all')
  expect(closed).toEqual(['chat', 'unsent answer'])
  await closeAlertNotifications('a1', 'chat')
  expect(closed).toEqual(['chat', 'unsent answer', 'chat'])
})

test.each([
  ['without service workers', {}],
  ['that has no registration', { serviceWorker: { getRegistration: async () => undefined } }],
  ['that fails', { serviceWorker: { getRegistration: () => Promise.reject(new Error('insecure')) } }],
])('a browser %s is left alone', async (_name, navigator) => {
  vi.stubGlobal('navigator', navigator)
  await expect(closeAlertNotifications('a1', 'all')).resolves.toBeUndefined()
})

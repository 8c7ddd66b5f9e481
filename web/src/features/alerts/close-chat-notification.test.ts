import { afterEach, expect, test, vi } from 'vitest'
import { closeChatNotification } from './close-chat-notification.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page that shows the chat of an alert closes the notification of this chat only', async () => {
  const closed: string[] = []
  const shown = (name: string, payload: unknown) => ({ data: { payload }, close: () => void closed.push(name) })
  const notifications = [
    shown('chat', { kind: 'alertChat', id: 'a1' }),
    shown('alarm', { kind: 'alert', id: 'a1' }),
    shown('chat of another alert', { kind: 'alertChat', id: 'a2' }),
    shown('general', null),
  ]
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => notifications }) },
  })
  await closeChatNotification('a1')
  expect(closed).toEqual(['chat'])
})

test.each([
  ['without service workers', {}],
  ['that has no registration', { serviceWorker: { getRegistration: async () => undefined } }],
  ['that fails', { serviceWorker: { getRegistration: () => Promise.reject(new Error('insecure')) } }],
])('a browser %s is left alone', async (_name, navigator) => {
  vi.stubGlobal('navigator', navigator)
  await expect(closeChatNotification('a1')).resolves.toBeUndefined()
})

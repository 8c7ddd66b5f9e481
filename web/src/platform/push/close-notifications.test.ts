import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAlertNotifications, closeMessageNotifications } from './close-notifications.ts'

afterEach(() => vi.unstubAllGlobals())

let closed: string[]

const shown = (name: string, payload: unknown, more: { readonly isOutcome?: boolean; readonly entryId?: string } = {}) => ({
  data: { payload, isOutcome: false, entryId: null, ...more },
  close: () => void closed.push(name),
})

beforeEach(() => {
  closed = []
  vi.stubGlobal('document', { hidden: false })
  const notifications = [
    shown('chat', { kind: 'alertChat', id: 'a1' }),
    shown('alarm', { kind: 'alert', id: 'a1' }),
    shown('sent answer', { kind: 'alert', id: 'a1' }, { isOutcome: true }),
    shown('unsent answer', { kind: 'alert', id: 'a1' }, { isOutcome: true, entryId: 'entry' }),
    shown('alarm of another alert', { kind: 'alert', id: 'a2' }),
    shown('chat of another alert', { kind: 'alertChat', id: 'a2' }),
    shown('messages', { kind: 'messages', id: 't1' }),
    shown('messages of another thread', { kind: 'messages', id: 't2' }),
    shown('general', null),
  ]
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => notifications }) },
  })
})

test.each([
  [['alarm'], ['alarm']],
  [['chat'], ['chat']],
  [
    ['alarm', 'chat', 'unsentAnswer'],
    ['chat', 'alarm', 'unsent answer'],
  ],
] as const)('a page closes the notifications (%s) of the alert that it shows, and no others', async (parts, expected) => {
  await closeAlertNotifications('a1', parts)
  expect(closed).toEqual(expected)
})

test('a hidden page closes nothing, because the user learns the end of an alarm from its notification', async () => {
  vi.stubGlobal('document', { hidden: true })
  await closeAlertNotifications('a1', ['alarm'])
  expect(closed).toEqual([])
})

test('a page closes the notification of the messages that the user has read there', async () => {
  await closeMessageNotifications('t1')
  expect(closed).toEqual(['messages'])
})

test.each([
  ['without service workers', {}],
  ['that has no registration', { serviceWorker: { getRegistration: async () => undefined } }],
  ['that fails', { serviceWorker: { getRegistration: () => Promise.reject(new Error('insecure')) } }],
])('a browser %s is left alone', async (_name, navigator) => {
  vi.stubGlobal('navigator', navigator)
  await expect(closeAlertNotifications('a1', ['alarm', 'chat'])).resolves.toBeUndefined()
})

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { setQueryCache } from '../../platform/connection/query-cache.ts'
import { setSessionUser } from '../../platform/session/session.ts'
import { alertStore } from './alert-store.ts'
import { alertOf } from './alert-views.ts'
import { fakeAlert } from './testing/fake-alerts.ts'
import { answerAlert, markAlertSeen } from './unsent-answers.ts'

fakeStorage()
const fetchMock = vi.fn<typeof fetch>()
const alert = fakeAlert(1)
const accept = async () =>
  new Response(JSON.stringify({ ...alert, viewer: { ...alert.viewer, answer: 'cannotHelp', version: 1 } }))
const failOffline = () => Promise.reject(new TypeError('Failed to fetch'))
const sent = () => fetchMock.mock.calls.map(([, init]): unknown => JSON.parse(typeof init?.body === 'string' ? init.body : ''))
const cache = new QueryClient()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  setSessionUser(null, 'ben')
  setQueryCache(cache)
})
afterEach(() => {
  for (const { id } of outbox.refused()) outbox.discard(id)
  fetchMock.mockReset()
  vi.useRealTimers()
})

test('a new answer replaces the one that waits, and only the last one is sent', async () => {
  fetchMock.mockImplementation(failOffline)
  expect(await answerAlert(alert.id, 'responding')).toBe('waiting')
  expect(await answerAlert(alert.id, 'cannotHelp')).toBe('waiting')
  expect(outbox.contentCount()).toBe(1)
  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  expect(sent()).toEqual([{ answer: 'cannotHelp' }])
  expect(alertOf(alertStore(cache), alert.id)?.viewer.answer).toBe('cannotHelp')
})

test('a refused answer is listed with the reply of the server until the user answers again', async () => {
  const refusal = { code: 'alert.alreadyResolved', message: 'The alert is resolved', issues: [] }
  fetchMock.mockImplementation(async () => new Response(JSON.stringify(refusal), { status: 409 }))
  expect(await answerAlert(alert.id, 'responding')).toBe('refused')
  expect(outbox.refused().map((entry) => [entry.refusal?.message, outbox.describe(entry).text])).toEqual([
    ['The alert is resolved', 'I am responding'],
  ])
  fetchMock.mockImplementation(accept)
  expect(await answerAlert(alert.id, 'cannotHelp')).toBe('sent')
  expect(outbox.refused()).toEqual([])
})

test('an alert that was seen without a connection is reported once', async () => {
  fetchMock.mockImplementation(failOffline)
  markAlertSeen(alert.id)
  markAlertSeen(alert.id)
  await vi.advanceTimersByTimeAsync(0)
  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  expect(sent()).toEqual([{ answer: 'seen' }])
})

test('an answer of an unknown user is refused and not stored', async () => {
  setSessionUser('token of another session', 'ben')
  expect(await answerAlert(alert.id, 'responding')).toBe('refused')
  expect([fetchMock.mock.calls, outbox.contentCount()]).toEqual([[], 0])
})

test('an unsent answer keeps its progress and its consent when one of them changes', async () => {
  fetchMock.mockImplementation(failOffline)
  await answerAlert(alert.id, 'responding')
  await answerAlert(alert.id, 'responding', { progress: 'onTheWay' })
  await answerAlert(alert.id, 'responding', { isShownToRaiser: true })
  await answerAlert(alert.id, 'responding', { progress: 'arrived' })
  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  expect(sent()).toEqual([{ answer: 'responding', progress: 'arrived', isShownToRaiser: true }])
})

const shown = { isShownToRaiser: true }
const hidden = { isShownToRaiser: false }
test.each([
  { given: [['cannotHelp'], ['responding']], expected: { answer: 'responding', ...hidden } },
  { given: [['responding', hidden], ['cannotHelp']], expected: { answer: 'cannotHelp', ...hidden } },
  { given: [['responding', hidden], ['cannotHelp'], ['responding']], expected: { answer: 'responding', ...hidden } },
  { given: [['cannotHelp'], ['responding', shown]], expected: { answer: 'responding', ...shown } },
  { given: [['responding', shown], ['cannotHelp']], expected: { answer: 'cannotHelp' } },
] as const)(
  'a withdrawal from the raiser in unsent answers is sent with the one that replaces them: %#',
  async ({ given, expected }) => {
    fetchMock.mockImplementation(failOffline)
    for (const [answer, details] of given) await answerAlert(alert.id, answer, details)
    fetchMock.mockReset()
    fetchMock.mockImplementation(accept)
    await outbox.retryNow()
    expect(sent()).toEqual([expected])
  },
)

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { setQueryCache } from '../../platform/connection/query-cache.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { setSessionUser } from '../../platform/session/session.ts'
import { openRollCallsQuery } from './roll-calls.queries.ts'
import { fakeAnswer, fakeRollCall } from './testing/fake-roll-calls.ts'
import { answerRollCall, markRollCallSeen } from './unsent-roll-call-answers.ts'

fakeStorage()
const fetchMock = vi.fn<typeof fetch>()
const rollCall = fakeRollCall(1)
const rollCallId = rollCall.id
const viewer = { ...rollCall.viewer, answer: fakeAnswer('safe'), version: 1 }
const accept = async () => new Response(JSON.stringify({ ...rollCall, viewer }))
const failOffline = () => Promise.reject(new TypeError('Failed to fetch'))
const refuse = async () =>
  new Response(JSON.stringify({ code: 'rollCall.closed', message: 'It has ended', issues: [] }), { status: 409 })
const sent = () => fetchMock.mock.calls.map(([, init]): unknown => JSON.parse(typeof init?.body === 'string' ? init.body : '{}'))
const cache = new QueryClient()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  setSessionUser(null, 'ben')
  setQueryCache(cache)
  cache.setQueryData(openRollCallsQuery.queryKey, { items: [rollCall], nextCursor: null })
})
afterEach(() => {
  for (const { id } of outbox.refused()) outbox.discard(id)
  fetchMock.mockReset()
  vi.useRealTimers()
})

test('an answer without a connection is sent later with its age, and only the last one', async () => {
  fetchMock.mockImplementation(failOffline)
  expect(await answerRollCall({ rollCallId, state: 'injured' })).toBe('waiting')
  expect(await answerRollCall({ rollCallId, state: 'safe' })).toBe('waiting')
  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  vi.setSystemTime(Date.now() + 60_000)
  await outbox.retryNow()
  expect(sent()).toEqual([expect.objectContaining({ state: 'safe', ageMs: expect.any(Number) as number })])
  expect(cache.getQueryData(openRollCallsQuery.queryKey)?.items[0]?.viewer.answer?.state).toBe('safe')
})

test('an answer for another person does not replace the own one', async () => {
  fetchMock.mockImplementation(failOffline)
  await answerRollCall({ rollCallId, state: 'safe' })
  await answerRollCall({ rollCallId, state: 'injured', personId: 'aiko' })
  expect(outbox.contentCount()).toBe(2)
  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  expect(sent()).toMatchObject([{ state: 'safe' }, { state: 'injured', personId: 'aiko' }])
})

test('"need help" goes before an older answer, and is urgent until it is sent', async () => {
  fetchMock.mockImplementation(failOffline)
  await answerRollCall({ rollCallId: fakeRollCall(2).id, state: 'safe' })
  await answerRollCall({ rollCallId, state: 'needHelp' })
  expect(outbox.hasUrgent()).toBe(true)
  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent()).toMatchObject([{ state: 'needHelp' }, { state: 'safe' }])
  expect(outbox.hasUrgent()).toBe(false)
})

test.each(['safe', 'needHelp'] as const)('the answer "%s" to a roll-call that ended is refused and listed', async (state) => {
  fetchMock.mockImplementation(refuse)
  expect(await answerRollCall({ rollCallId, state, note: 'in the school' })).toBe('refused')
  expect(outbox.refused().map((entry) => [entry.refusal?.message, outbox.describe(entry).text])).toEqual([
    ['It has ended', expect.stringContaining('in the school')],
  ])
  expect(outbox.hasUrgent()).toBe(false)
})

test('a question that was opened without a connection is reported once', async () => {
  fetchMock.mockImplementation(failOffline)
  markRollCallSeen(rollCallId)
  markRollCallSeen(rollCallId)
  await vi.advanceTimersByTimeAsync(0)
  fetchMock.mockReset()
  fetchMock.mockImplementation(accept)
  await outbox.retryNow()
  expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([expect.stringMatching(/\/seen$/)])
})

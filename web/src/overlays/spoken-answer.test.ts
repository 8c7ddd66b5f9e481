import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { openRollCallsQuery } from '../features/roll-calls/roll-calls.queries.ts'
import { fakeAnswer, fakeRollCall } from '../features/roll-calls/testing/fake-roll-calls.ts'
import { registerCommands } from '../platform/commands/commands.ts'
import { setQueryCache } from '../platform/connection/query-cache.ts'
import { fakeStorage } from '../platform/device/device.fake.ts'
import { paths } from '../platform/paths/paths.ts'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { setSessionUser } from '../platform/session/session.ts'
import { toastWarning } from '../ui/states/toast.tsx'
import { answerBySpeech } from './spoken-answer.ts'

vi.mock('../ui/states/toast.tsx', () => ({ toastWarning: vi.fn(), toastError: vi.fn() }))

fakeStorage()
const fetchMock = vi.fn<typeof fetch>()
const countDown = vi.fn()
let endCommands = () => undefined as void

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  setSessionUser(null, 'ben')
  setCurrentUser({ id: 'ben', isAdmin: false })
  endCommands = registerCommands({ 'sos.countDown': countDown })
})
afterEach(() => {
  endCommands()
  setCurrentUser(null)
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

/** Speaks an answer on a page that has these roll-calls. Returns what the server received and where the page went. */
async function speak(state: 'safe' | 'needHelp', items: readonly RollCallForViewer[]) {
  const cache = new QueryClient()
  setQueryCache(cache)
  cache.setQueryData(openRollCallsQuery.queryKey, { items: [...items], nextCursor: null })
  fetchMock.mockImplementation(async () => Response.json(items[0]))
  const navigate = vi.fn()
  await answerBySpeech({ cache, navigate }, state)
  const sent = fetchMock.mock.calls.map(([address, init]) => ({
    url: address instanceof Request ? address.url : address.toString(),
    body: JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as object,
  }))
  return { sent, went: navigate.mock.calls.flat() }
}

test('a spoken answer is given to the roll-call without an own answer, is marked as spoken, and opens it', async () => {
  const open = fakeRollCall(1)
  const answered = fakeRollCall(2, { viewer: { ...open.viewer, answer: fakeAnswer('safe') } })
  const { sent, went } = await speak('needHelp', [answered, open])
  expect(sent).toMatchObject([{ url: expect.stringContaining(open.id) as string, body: { state: 'needHelp', isSpoken: true } }])
  expect(went).toEqual([{ to: paths.rollCall, params: { rollCallId: open.id } }])
  expect(countDown).not.toHaveBeenCalled()
})

test('without a question, a call for help counts down to an SOS, and another answer is refused', async () => {
  const ended = fakeRollCall(1, { closedAt: '2026-11-21T10:00:00.000Z' })
  expect(await speak('needHelp', [ended])).toEqual({ sent: [], went: [] })
  expect(countDown).toHaveBeenCalledExactlyOnceWith({ isSpoken: true })
  expect(await speak('safe', [])).toEqual({ sent: [], went: [] })
  expect(countDown).toHaveBeenCalledOnce()
  expect(toastWarning).toHaveBeenCalledExactlyOnceWith('rollCalls.spokenNone')
})

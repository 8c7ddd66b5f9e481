import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { OfflineError } from '../connection/http-errors.ts'
import { newId } from '../ids.ts'
import { accessToken, setAccessToken, setSessionUser } from '../session/session.ts'
import { outbox, startOutbox } from './outbox.ts'

const send = vi.fn<() => Promise<string>>()
const notes = outbox.register({ kind: 'note', payload: z.object({}), send })
const syncs = vi.fn(async (_tag: string) => undefined)
setAccessToken('token') // without a session the outbox discards the entries of users
startOutbox()

/** Makes the document report this state, as a browser does when the user changes the tab. */
function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Writes a note while the server cannot be reached. The timer does not retry it during the test. */
async function writeOffline(): Promise<void> {
  send.mockRejectedValue(new OfflineError())
  await notes.enqueue({ id: newId(), lane: 'notes', ownerId: 'ben', payload: {} })
  expect(notes.entries().map(({ state }) => state)).toEqual(['waiting'])
  send.mockReset()
  send.mockResolvedValue('sent')
}

beforeAll(() => outbox.whenRead())
beforeEach(() => {
  vi.useFakeTimers()
  setSessionUser(accessToken(), 'ben')
  const registration = { sync: { register: syncs } }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as unknown as ServiceWorkerRegistration)
})
afterEach(async () => {
  send.mockResolvedValue('sent')
  await outbox.retryNow()
  syncs.mockClear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test.each([
  ['the browser reports the network', () => window.dispatchEvent(new Event('online'))],
  ['the user opens the tab', () => setVisibility('visible')],
])('an entry that waits is sent when %s', async (_when, happen) => {
  await writeOffline()
  happen()
  await expect.poll(() => [send.mock.calls.length, notes.entries().length]).toEqual([1, 0])
})

test('an entry that waits is sent by the timer', async () => {
  await writeOffline()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => [send.mock.calls.length, notes.entries().length]).toEqual([1, 0])
})

test('a page asks for Background Sync with a new tag when an attempt fails, and when it is hidden with an unsent entry', async () => {
  await writeOffline()
  await expect.poll(() => syncs.mock.calls.length).toBe(1)
  setVisibility('hidden')
  await expect.poll(() => syncs.mock.calls.length).toBe(2)
  const tags = syncs.mock.calls.map(([tag]) => tag)
  for (const tag of tags) expect(tag).toMatch(/^outbox /)
  expect(new Set(tags).size).toBe(2)
})

test('a page without unsent entries does not ask for Background Sync', async () => {
  setVisibility('hidden')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(syncs).not.toHaveBeenCalled()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { CallSession } from '@noroshi/contract/calls/calls.http'
import { Navigation } from '../app/layout/navigation.tsx'
import { storeCall } from '../features/calls/call-store.ts'
import { CallHistory } from '../features/calls/components/call-history.tsx'
import { aiko, callOfMe, me } from '../features/calls/testing/call-server.ts'
import { aCall, aSession } from '../features/calls/testing/fake-calls.ts'
import { ChatEvents } from '../features/messaging/components/chat-event-lines.tsx'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { createObservable, useObservable } from '../platform/observable.ts'
import { setAccessToken } from '../platform/session/session.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { useCallEvents } from './use-call-events.ts'

const endedAt = new Date().toISOString()

/** A call of Aiko to the user that is over, with the given outcome. */
function pastCall(number: number, outcome: Partial<CallSession>) {
  const { id } = callOfMe(number, [])
  const session = aSession({ id, CallId: id, CallerId: aiko, ReceiverId: me }, { disconnectedAt: endedAt, ...outcome })
  return aCall({ id, HostUserId: aiko }, [me], { createdAt: endedAt, endedAt, sessions: [session] })
}
const missed = [1, 2].map((number) => pastCall(number, { hasMissed: true }))
const rejected = pastCall(3, { hasRejected: true })
const calls = [rejected, ...missed.toReversed()]

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    if (!new URL(new Request(url).url).pathname.includes('/calls/personal')) throw new TypeError('no network')
    return Response.json({ calls: calls.map((call) => callOf(call, me)), inactiveUserIds: [], pageSize: 20, total: calls.length })
  })
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('Calls has a badge with the number of missed calls, until the user opens the history', async () => {
  const isOpen = createObservable(false)
  const Page = () => (
    <>
      <Navigation />
      {useObservable(isOpen) && <CallHistory />}
    </>
  )
  const { cache } = await renderPage(<Page />)
  const item = page.getByRole('link', { name: /Calls$/ })
  await expect.element(item).toHaveTextContent('Calls')
  for (const call of [rejected, ...missed.slice(0, 1)]) storeCall(cache, call)
  await expect.element(item).toHaveTextContent('11 missed callCalls')
  for (const call of missed) storeCall(cache, call)
  await expect.element(item).toHaveTextContent('22 missed callsCalls')
  isOpen.set(true)
  await expect.element(item).toHaveTextContent('Calls')
  isOpen.set(false)
  await expect.element(item).toHaveTextContent('Calls')
})

test('the chat with the caller has a line for each missed call, and none for a call that was rejected', async () => {
  const recipient = { id: aiko, firstName: 'Aiko', lastName: '', fullName: 'Aiko', avatarUrl: null }
  const Lines = () => <ChatEvents events={useCallEvents({ id: 'thread', recipient })} />
  await renderPage(<Lines />)
  const lines = page.getByText(/^Missed call/)
  await expect.poll(() => lines.elements().length).toBe(missed.length)
  expect(lines.first().element().querySelector('time')?.dateTime).toBe(endedAt)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { RADIO_POPUP_MS } from '@noroshi/contract/limits'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { meQuery } from '../features/accounts/accounts.queries.ts'
import { type RunningCall, runningCall, removeRunningCall, setRunningCall } from '../features/calls/running-call.ts'
import { closeIncoming } from '../features/radio/incoming.ts'
import { aRadioChat, me, threadId } from '../features/radio/testing/fake-radio.ts'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { createReceiver } from '../platform/connection/live.ts'
import { setAccessToken } from '../platform/session/session.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { RadioOverlay } from './radio-overlay.tsx'

const popup = page.getByRole('region', { name: 'Incoming radio chat' })

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  vi.useRealTimers()
  closeIncoming()
  const running = runningCall.get()
  if (running) removeRunningCall(running.room)
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

/** Opens a page on which a radio chat arrives that has begun now. */
async function receiveOn(path: string) {
  const { router, cache } = await renderPage(<RadioOverlay />)
  cache.setQueryData(meQuery.queryKey, { id: me } as Me) // `as`: the popup reads nothing else
  await router.navigate({ href: path })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const radioChat = aRadioChat({ startedAt: new Date().toISOString() })
  createReceiver(cache, [])('asr-chat:new', { radioChat, threadName: 'Night watch' }, 'event', { isCatchUp: false })
  return (next: string) => router.navigate({ href: next })
}

test('a user in a call sees the popup of a radio chat after the call, until its time is over', async () => {
  const callId = '01990000-0000-7000-8000-000000000009'
  // `as`: the overlay reads no more of a call
  setRunningCall({ callId, leave: () => undefined } as RunningCall)
  const open = await receiveOn(`/call/${callId}`)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(popup).not.toBeInTheDocument()
  await open('/feeds')
  await expect.element(popup).toBeVisible()
  await vi.advanceTimersByTimeAsync(RADIO_POPUP_MS)
  await expect.element(popup).not.toBeInTheDocument()
})

test('the page of a call in which the user is not any more shows the popup of a radio chat', async () => {
  await receiveOn('/call/01990000-0000-7000-8000-000000000009')
  await expect.element(popup).toBeVisible()
})

test('a user who has opened the radio chat sees no popup of it on other pages', async () => {
  const open = await receiveOn('/feeds')
  await expect.element(popup).toBeVisible()
  await open(`/asr-chat/${threadId}`)
  await expect.element(popup).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(1)
  await open('/feeds')
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(popup).not.toBeInTheDocument()
})

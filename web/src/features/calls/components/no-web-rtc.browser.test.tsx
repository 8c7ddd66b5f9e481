import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aiko, ben, callOfMe, me } from '../testing/call-server.ts'
import { aSession } from '../testing/fake-calls.ts'
import { CallPage } from './call-page.tsx'
import { CallRow } from './call-row.tsx'

// Browsers without WebRTC, such as an iPhone in Lockdown Mode.

const request = vi.spyOn(window, 'fetch')
const changes = () => request.mock.calls.filter(([, init]) => init?.method !== undefined && init.method !== 'GET')
const notice = page.getByText(/^This browser cannot make calls/)

const sessions = [aiko, ben].map((id) =>
  aSession({ id, CallId: callOfMe(1, []).id, CallerId: me, ReceiverId: id }, { joinedAt: '2026-11-21T09:00:10.000Z' }),
)
const running = callOfMe(1, [aiko, ben], {
  participants: [aiko, ben].map((userId) => ({ userId, deviceId: userId, endpointId: null })),
  sessions,
})
const endedAt = '2026-11-21T09:05:00.000Z'
const over = callOfMe(1, [aiko, ben], { sessions: sessions.map((each) => ({ ...each, disconnectedAt: endedAt })), endedAt })

async function openPage(call: SharedCall) {
  request.mockImplementation(async () => Response.json(callOf(call, me)))
  const props = { callId: call.id, sos: null, addMembers: () => null, onBack: () => undefined }
  await renderPage(<CallPage {...props} />)
}

beforeEach(() => {
  vi.stubGlobal('RTCPeerConnection', undefined)
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  clearStored()
  setCurrentUser(null)
  request.mockReset()
})

test('Join in the history says that this browser cannot call, and joins nothing', async () => {
  request.mockRejectedValue(new TypeError('no network'))
  await renderPage(
    <ul>
      <CallRow call={callOf(running, me)} />
    </ul>,
  )
  await page.getByRole('button', { name: /^Join the call/ }).click()
  await expect.element(notice).toBeVisible()
  expect(changes()).toEqual([])
})

test('the page of a group call that runs says that this browser cannot call, and offers no Join', async () => {
  await openPage(running)
  await expect.element(page.getByRole('alert').filter({ has: notice })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: 'Join' }).query()).toBeNull()
})

test('Call again after a group call says that this browser cannot call, and starts no call', async () => {
  await openPage(over)
  await page.getByRole('button', { name: 'Call again' }).click()
  await expect.element(notice).toBeVisible()
  expect(changes()).toEqual([])
})

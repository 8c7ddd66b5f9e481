import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import { isSounding } from '../../../platform/audio/output.ts'
import { createObservable } from '../../../platform/observable.ts'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { TopSlot } from '../../../ui/dialogs/top-slot.tsx'
import { storeCall } from '../call-store.ts'
import type { CallRoom } from '../media/call-room.ts'
import type { RoomView } from '../media/room-view.ts'
import { aiko, callOfMe, me } from '../testing/call-server.ts'
import { RunningCallBar } from './running-call-bar.tsx'

const call = callOfMe(1, [aiko], {
  participants: [me, aiko].map((userId) => ({ userId, deviceId: userId, endpointId: null })),
})
const off = { hasMicrophone: false, hasCamera: false, isScreen: false, isCameraOn: false }

/**
 * Shows the bar of a call with this state of the user's own media. Returns the function that ends sharing, and one that
 * changes the call.
 */
async function showBar(own: Partial<typeof off>, shown = call) {
  const toggleScreen = vi.fn()
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(callOf(shown, me)))
  const view = { own: { ...off, ...own }, participants: new Map(), volume: 1 }
  // `as`: the bar reads nothing else of the view and of the room
  const room = { view: createObservable(view as unknown as RoomView), media: { toggleScreen } } as unknown as CallRoom
  const { cache } = await renderPage(
    <>
      <TopSlot isWindow />
      <RunningCallBar running={{ callId: call.id, myId: me, room, leave: () => undefined }} />
    </>,
  )
  return { toggleScreen, changeCall: (changed: SharedCall) => storeCall(cache, changed) }
}

beforeEach(() => {
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('a user who shares their screen ends it with one press on any screen', async () => {
  const { toggleScreen } = await showBar({ isScreen: true, isCameraOn: true, hasCamera: true })
  const bar = page.getByRole('region', { name: 'Call in progress' })
  await bar.getByRole('button', { name: 'Stop sharing' }).click()
  expect(toggleScreen).toHaveBeenCalledOnce()
  expect(bar.getByRole('button', { name: 'Turn off camera' }).query()).toBeNull()
})

test('a user who shares nothing has no button that ends sharing', async () => {
  await showBar({})
  await expect.element(page.getByRole('button', { name: 'End call' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Stop sharing' }).query()).toBeNull()
})

test('a caller hears ringing while a device of the other side rings, and no longer after an answer', async () => {
  const [invited] = callOfMe(1, [aiko]).sessions
  const participants = [{ userId: me, deviceId: me, endpointId: null }]
  const ringing = { ...call, participants, sessions: invited ? [{ ...invited, acknowledgedAt: call.createdAt }] : [] }
  const waiting = { ...ringing, sessions: invited ? [invited] : [] }
  const { changeCall } = await showBar({}, waiting)
  await expect.element(page.getByRole('button', { name: 'End call' })).toBeVisible()
  expect(isSounding('ringback')).toBe(false)
  changeCall({ ...ringing, version: 2 })
  await expect.poll(() => isSounding('ringback')).toBe(true)
  changeCall({ ...ringing, participants: call.participants, version: 3 })
  await expect.poll(() => isSounding('ringback')).toBe(false)
})

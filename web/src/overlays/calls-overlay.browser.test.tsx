import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { CALL_MISSED_MS } from '@noroshi/contract/limits'
import { meQuery } from '../features/accounts/accounts.queries.ts'
import { storeCall } from '../features/calls/call-store.ts'
import { aiko, ben, callOfMe, me } from '../features/calls/testing/call-server.ts'
import { aCall, aSession } from '../features/calls/testing/fake-calls.ts'
import { fakeAlert } from '../features/alerts/testing/fake-alerts.ts'
import { isSounding } from '../platform/audio/output.ts'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { createReceiver } from '../platform/connection/live.ts'
import { createObservable, useObservable } from '../platform/observable.ts'
import { setAccessToken } from '../platform/session/session.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { TopSlot } from '../ui/dialogs/top-slot.tsx'
import { CallsOverlay } from './calls-overlay.tsx'
import { EmergencyDialog } from './alarm/emergency-dialog.tsx'

const call = aCall({ id: '01990003-0000-7000-8000-000000000001', HostUserId: aiko }, [me])
const groupCall = aCall({ id: '01990003-0000-7000-8000-000000000002', HostUserId: aiko }, [me, ben], {
  messageGroup: { name: 'Flood watch', imageUrl: null, MessageThreadId: '01990004-0000-7000-8000-000000000001' },
})
const banner = page.getByRole('region', { name: 'Incoming call' })

const request = vi.spyOn(window, 'fetch')

beforeEach(() => {
  request.mockImplementation(async (url) => {
    const known = [call, groupCall].find(({ id }) => new Request(url).url.endsWith(`/calls/${id}`))
    if (known) return Response.json(callOf(known, me))
    throw new TypeError('no network')
  })
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  vi.useRealTimers()
  covering.set(false)
  clearStored()
  sessionStorage.clear()
  setCurrentUser(null)
  request.mockReset()
})

const covering = createObservable(false)

/** The window, with an alarm while {@link covering}. */
function Window() {
  const isCovered = useObservable(covering)
  return (
    <>
      <TopSlot isWindow />
      <CallsOverlay />
      {isCovered && (
        <EmergencyDialog
          alarms={{
            alarms: [fakeAlert(1, { latitude: null, longitude: null })],
            sounds: true,
            isQuiet: false,
            see: () => undefined,
            stopSound: () => undefined,
            dismiss: () => undefined,
            answer: async () => 'sent',
          }}
          unit={undefined}
          announcement=""
          onDetails={() => undefined}
          onResponding={() => undefined}
          onContact={() => undefined}
          onUnsent={() => undefined}
        />
      )}
    </>
  )
}

/** Whether a press in the middle of the element reaches it. */
function isReached(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** Opens a page that loses the connection once it is loaded, so that no event of the server ends a call. */
async function openPage() {
  request.mockClear()
  const { screen, cache, router } = await renderPage(<Window />)
  cache.setQueryData(meQuery.queryKey, { id: me } as Me) // `as`: the overlay reads nothing else
  const isListening = () => request.mock.calls.some(([url]) => new Request(url).url.includes('/calls/personal'))
  await expect.poll(isListening).toBe(true) // the overlay reads the calls that ring once it listens to events
  return {
    close: () => screen.unmount(),
    open: (href: string) => router.navigate({ href }),
    receiveCall: (incoming = call) => {
      const payload = { session: incoming.sessions[0], call: incoming, isReceiverBusy: false }
      createReceiver(cache, [])('call-session:incoming', payload, 'event', { isCatchUp: false })
    },
    storeCall: (changed: SharedCall) => storeCall(cache, changed),
  }
}

test('a call rings for half a minute although no event ends it, also over a reload', async () => {
  const { receiveCall, close } = await openPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  receiveCall()
  await expect.element(banner).toBeVisible()
  vi.setSystemTime(Date.now() + CALL_MISSED_MS - 5_000)
  await close()
  await openPage()
  await expect.element(banner).toBeVisible()
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.element(banner).not.toBeInTheDocument()
})

test('a call rings on the page of another call that has ended, and has its banner everywhere but on its own page', async () => {
  const { receiveCall, open } = await openPage()
  await open('/call/01990003-0000-7000-8000-000000000002')
  receiveCall()
  await expect.element(banner).toBeVisible()
  await open(`/call/${call.id}`)
  await expect.element(banner).not.toBeInTheDocument()
  expect(isSounding('ringtone')).toBe(true)
  covering.set(true) // an alarm covers the buttons of the page
  await expect.element(banner).toBeVisible()
})

test('a reload after the time of a call does not ring', async () => {
  const { receiveCall, close } = await openPage()
  receiveCall()
  await expect.element(banner).toBeVisible()
  await close()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.setSystemTime(Date.now() + CALL_MISSED_MS)
  await openPage()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(banner).not.toBeInTheDocument()
})

test('a call that rings before or after an alarm opens is a bar above the alarm, with Accept and Reject', async () => {
  const { receiveCall } = await openPage()
  const accept = banner.getByRole('button', { name: 'Accept' })
  covering.set(true)
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  receiveCall()
  await expect.poll(() => isReached(accept.element())).toBe(true)
  expect(page.getByRole('alertdialog').element().contains(banner.element())).toBe(true)
  await expect.poll(() => isReached(page.getByRole('button', { name: 'I am responding' }).element())).toBe(true)
  const element = banner.element()

  covering.set(false)
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(isReached(accept.element())).toBe(true)
  covering.set(true)
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  expect(isReached(banner.getByRole('button', { name: 'Reject' }).element())).toBe(true)
  expect(banner.element()).toBe(element) // it rings on, and an answer under way is kept
})

test('a page that was reloaded on another screen comes back to its group call by itself, once', async () => {
  const joinedAt = '2026-11-21T09:00:10.000Z'
  const group = callOfMe(7, [aiko, ben], {
    participants: [aiko, ben].map((userId) => ({ userId, deviceId: userId, endpointId: null })),
  })
  const sessions = [aiko, ben].map((id) => aSession({ id, CallId: group.id, CallerId: me, ReceiverId: id }, { joinedAt }))
  const sent: string[] = []
  request.mockImplementation(async (url, init) => {
    const { pathname } = new URL(new Request(url).url)
    if (init?.method === 'PUT') sent.push(pathname)
    else if (pathname.endsWith(`/calls/${group.id}`)) return Response.json(callOf({ ...group, sessions }, me))
    throw new TypeError('no network')
  })
  sessionStorage.setItem('interruptedCall', group.id)
  const { close } = await openPage()
  await expect.poll(() => sent.filter((path) => path.endsWith('/rejoin'))).toHaveLength(1)
  await close()
  await openPage()
  expect(sent.filter((path) => path.endsWith('/rejoin'))).toHaveLength(1)
})

test('the banner of a group call names the group and who calls', async () => {
  const { receiveCall } = await openPage()
  receiveCall(groupCall)
  const group = page.getByRole('region', { name: 'Incoming group call' })
  await expect.element(group.getByText('Flood watch', { exact: true })).toBeVisible()
  await expect.element(group.getByText(`Group call from ${aiko}`)).toBeVisible()
})

test('a missed call has a notice with the name of the caller, once, and a rejected one has none', async () => {
  const { storeCall: store, close } = await openPage()
  const endedAt = new Date().toISOString()
  const over = (changes: object) => ({
    ...call,
    createdAt: endedAt,
    endedAt,
    version: 2,
    sessions: call.sessions.map((session) => ({ ...session, disconnectedAt: endedAt, ...changes })),
  })
  store({ ...over({ hasRejected: true }), id: '01990003-0000-7000-8000-000000000003' })
  const notice = page.getByText(`Missed call from ${aiko}`)
  expect(notice.query()).toBeNull()
  store(over({ hasMissed: true }))
  await expect.element(notice).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  await close()
  const again = await openPage()
  again.storeCall(over({ hasMissed: true }))
  await expect.element(page.getByText(`Missed call from ${aiko}`)).not.toBeInTheDocument()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { createObservable, useObservable } from '../../../platform/observable.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aiko, ben, callOfMe, chika, dai, me } from '../testing/call-server.ts'
import { aSession } from '../testing/fake-calls.ts'
import { CallPage } from './call-page.tsx'
import { JoinButton } from './join-button.tsx'

const request = vi.spyOn(window, 'fetch')
const onBack = vi.fn()
const sent = () => request.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${new URL(new Request(url).url).pathname}`)
const isRejoined = () => sent().some((each) => each.startsWith('PUT') && each.endsWith('/rejoin'))

/** A group call that the viewer has left, and in which the others are. */
const running = (others: readonly string[], changes: Partial<SharedCall> = {}) =>
  callOfMe(1, [aiko, ben, chika], {
    participants: others.map((userId) => ({ userId, deviceId: userId, endpointId: null })),
    sessions: others.map((id) =>
      aSession({ id, CallId: callOfMe(1, []).id, CallerId: me, ReceiverId: id }, { joinedAt: '2026-11-21T09:00:10.000Z' }),
    ),
    ...changes,
  })

/** Opens the page of a call. The server knows the call, unless it is null, and refuses all changes. */
async function open(call: SharedCall | null) {
  request.mockImplementation(async (_url, init) => {
    if (init?.method !== 'GET' && init?.method !== undefined)
      return Response.json({ code: 'call.full', message: 'Full', issues: [] }, { status: 409 })
    if (!call) return Response.json({ code: 'call.notFound', message: '', issues: [] }, { status: 404 })
    return Response.json(callOf(call, me))
  })
  const props = { callId: call?.id ?? dai, sos: <button type="button">SOS</button>, addMembers: () => null, onBack }
  return renderPage(<CallPage {...props} />)
}

const join = page.getByRole('button', { name: 'Join' })
const again = page.getByRole('button', { name: 'Call again' })

beforeEach(() => {
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
  clearStored()
  setCurrentUser(null)
  request.mockReset()
  onBack.mockReset()
})

test('a group call that runs without the user offers to join it', async () => {
  await open(running([aiko, ben]))
  await expect.element(page.getByText('In progress')).toBeVisible()
  expect(page.getByText('The call has ended').query()).toBeNull()
  expect(isRejoined()).toBe(false)
  await join.click()
  await expect.poll(isRejoined).toBe(true)
})

test('a page that was reloaded in a group call comes back by itself, once', async () => {
  const call = running([aiko, ben])
  sessionStorage.setItem('interruptedCall', call.id)
  const first = await open(call)
  await expect.poll(isRejoined).toBe(true)
  await first.screen.unmount()
  request.mockClear()
  await open(call)
  await expect.element(join).toBeVisible()
  expect(isRejoined()).toBe(false)
})

test('a user who joins opens the page of the call, although an event removes the button before the reply', async () => {
  const call = running([aiko, ben])
  const isShown = createObservable(true)
  const Row = () => useObservable(isShown) && <JoinButton call={callOf(call, me)} />
  const reply = Promise.withResolvers<Response>()
  request.mockImplementation(async () => (await reply.promise).clone())
  const { router } = await renderPage(<Row />)
  await page.getByRole('button', { name: /^Join the call/ }).click()
  isShown.set(false)
  await expect.element(page.getByRole('button', { name: /^Join the call/ })).not.toBeInTheDocument()
  reply.resolve(Response.json(call))
  await expect.poll(() => router.state.location.pathname).toBe(`/group-call/${call.id}`)
})

test('a full call says so, and offers no seat', async () => {
  await open(running([aiko, ben, chika, dai]))
  await expect.element(page.getByText('This call has no room for more people')).toBeVisible()
  await expect.element(join).toBeDisabled()
})

test('a call that was over before the page opened stays, with a face and the offer to call again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = '2026-11-21T09:01:00.000Z'
  const session = aSession(
    { id: aiko, CallId: callOfMe(2, []).id, CallerId: me, ReceiverId: aiko },
    { joinedAt: ended, disconnectedAt: ended },
  )
  await open(callOfMe(2, [aiko], { endedAt: ended, sessions: [session] }))
  await expect.element(again).toBeVisible()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onBack).not.toHaveBeenCalled()
})

test('an outcome that the user watches goes back, unless they turn to the offer', async () => {
  const call = callOfMe(3, [aiko], { participants: [{ userId: me, deviceId: me, endpointId: null }] })
  const missed = {
    ...call,
    version: 2,
    endedAt: '2026-11-21T09:01:00.000Z',
    participants: [],
    sessions: call.sessions.map((each) => ({ ...each, hasMissed: true, disconnectedAt: '2026-11-21T09:01:00.000Z' })),
  }
  const { storeCall } = await import('../call-store.ts')
  const { cache } = await open(call)
  await expect.element(page.getByRole('button', { name: 'End call' })).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  storeCall(cache, missed)
  await expect.element(page.getByText('Missed: no one answered')).toBeVisible()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onBack).not.toHaveBeenCalled()
  again.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onBack).not.toHaveBeenCalled()
})

test('a participant cancels an invitation that rings', async () => {
  const participants = [{ userId: me, deviceId: me, endpointId: null }]
  await open(callOfMe(4, [aiko, ben], { participants }))
  await page.getByRole('button', { name: `Stop calling ${ben}` }).click()
  await expect.poll(() => sent().some((each) => each.endsWith(`/call-sessions/${ben}/cancel`))).toBe(true)
})

test('an invitation of another participant has no button that cancels it', async () => {
  const participants = [me, aiko].map((userId) => ({ userId, deviceId: userId, endpointId: null }))
  const call = callOfMe(5, [me, ben], { HostUserId: aiko, participants })
  const sessions = call.sessions.map((each) => ({ ...each, CallerId: aiko }))
  await open({
    ...call,
    people: callOfMe(5, [aiko, ben]).people,
    sessions: sessions.filter(({ ReceiverId }) => ReceiverId === ben),
  })
  await expect.element(page.getByRole('button', { name: 'End call' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Stop calling' }).query()).toBeNull()
})

test('an unknown call leads home and has the SOS button', async () => {
  await open(null)
  await expect.element(page.getByText('This call was not found')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'SOS' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Go to home' }).elements().length).toBeGreaterThan(0)
})

test('text and focus rings have enough contrast on the dark ground in the light scheme', async () => {
  await open(null)
  await expect.element(page.getByText('This call was not found')).toBeVisible()
  const link = page.getByRole('link', { name: 'Go to home' }).last().element() as HTMLElement
  link.focus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  const focused = document.activeElement as HTMLElement
  const ground = getComputedStyle(page.getByRole('main').elements().at(-1) ?? document.body).backgroundColor
  expect(contrast(getComputedStyle(focused).outlineColor, ground)).toBeGreaterThan(3)
  expect(contrast(getComputedStyle(page.getByText('This call was not found').element()).color, ground)).toBeGreaterThan(4.5)
})

/** The contrast of two colours 'rgb(r, g, b)'. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const value = Number(part) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { clearSession, setAccessToken } from '../../platform/session/session.ts'
import { storeCall } from './call-store.ts'
import { forgetInterrupted, interruptedCall } from './interrupted-call.ts'
import { acceptEarly, createRoom, roomOf, runCall } from './rooms.ts'
import { callEnd, runningCall } from './running-call.ts'
import { aCall } from './testing/fake-calls.ts'

const { rooms, requests, toasts, alarm } = vi.hoisted(() => ({
  alarm: { isOpen: false },
  rooms: [] as { answer: (isAccepted: boolean) => Promise<void>; end: (code: string) => void; isClosed: boolean }[],
  requests: [] as unknown[],
  toasts: [] as string[],
}))

vi.mock('../../platform/connection/http.ts', () => ({
  call: async (_route: unknown, input: unknown) => void requests.push(input),
}))
vi.mock('../../ui/states/toast.tsx', () => ({ toastWarning: (key: string) => void toasts.push(key) }))
vi.mock('../../ui/dialogs/top-dialog.tsx', () => ({ hasTopDialog: () => alarm.isOpen }))
vi.mock('../../ui/media/media-stream.ts', () => ({ showCaptureWarning: () => undefined }))
vi.mock('./media/call-room.ts', () => ({
  CallRoom: class {
    endpointId = 'page'
    isRefused = false
    isClosed = false
    #listener: (code: string) => void = () => undefined
    readonly #accepted = Promise.withResolvers<boolean>()
    readonly #onJoined: (call: SharedCall) => void
    constructor({ onJoined }: { onJoined: (call: SharedCall) => void }) {
      this.#onJoined = onJoined
      rooms.push(this)
    }
    accept = () => this.#accepted.promise
    /** The server answers. */
    answer = async (isAccepted: boolean) => {
      this.isRefused = !isAccepted
      if (isAccepted) this.#onJoined(ringing)
      this.#accepted.resolve(isAccepted)
      await vi.advanceTimersByTimeAsync(0)
    }
    onEnded(listener: (code: string) => void) {
      this.#listener = listener
      return () => undefined
    }
    end = (code: string) => this.#listener(code)
    open = () => undefined
    close() {
      this.isClosed = true
    }
  },
}))

fakeStorage()
vi.stubGlobal('sessionStorage', localStorage)
vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/' } }))

const ringing = aCall({ id: 'call', HostUserId: 'Aiko' }, ['Ben'])
const session = { id: 'Ben', CallId: 'call' }

beforeEach(() => {
  vi.useFakeTimers()
  setAccessToken('token')
  setCurrentUser({ id: 'Ben', isAdmin: false })
})
afterEach(() => {
  runningCall.get()?.leave()
  rooms.length = 0
  requests.length = 0
  toasts.length = 0
  alarm.isOpen = false
  callEnd.set(null)
  setCurrentUser(null)
  forgetInterrupted()
  vi.useRealTimers()
})

/** Ben presses Accept. */
function press() {
  const cache = new QueryClient()
  storeCall(cache, ringing)
  const accepting = acceptEarly(cache, session, 'Ben')
  const [room] = rooms
  if (!room) throw new Error('there is no room')
  return { cache, accepting, room, early: roomOf('call') }
}

/** Ben presses Accept, and the server accepts. */
async function join() {
  const pressed = press()
  await pressed.room.answer(true)
  await pressed.accepting
  return pressed
}

const leaving = [{ body: { callSessionIds: ['Ben'], endpointId: 'page' } }]

test('the page finds the room of a call that is being accepted, and no other room is created', async () => {
  const { cache, accepting, room, early } = press()
  expect(early).toBe(room)
  await room.answer(true)
  expect(await accepting).toEqual(ringing)
  expect(roomOf('call')).toBe(room)
  expect(await acceptEarly(cache, session, 'Ben')).toBeNull()
  expect(rooms).toHaveLength(1)
})

test('a refused room is closed and does not reject the session', async () => {
  const { accepting, room } = press()
  await room.answer(false)
  expect([await accepting, roomOf('call'), room.isClosed]).toEqual([null, undefined, true])
  expect(requests).toEqual([])
})

test('an accepted call goes on without its page until the user ends it, which ends the sessions of the user once', async () => {
  const { room } = await join()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([runningCall.get()?.room, room.isClosed]).toEqual([room, false])
  const running = runningCall.get()
  running?.leave()
  running?.leave()
  expect([runningCall.get(), room.isClosed]).toEqual([null, true])
  expect(requests).toMatchObject(leaving)
  expect([requests.length, toasts]).toEqual([1, []])
})

test('a call that is over closes its room without a request, and a user on another screen is told', async () => {
  const { cache, room } = await join()
  storeCall(cache, { ...ringing, endedAt: ringing.createdAt, version: ringing.version + 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect([runningCall.get(), room.isClosed, requests, toasts.splice(0)]).toEqual([null, true, [], ['calls.outcome.ended']])
})

test('a user whom the server takes out of the call, who signs out, or who closes the tab is no longer in the call', async () => {
  const signOut = () => clearSession()
  const closeTab = () => void window.dispatchEvent(new Event('pagehide'))
  const ends = [(room: (typeof rooms)[number]) => room.end('call.lost'), signOut, closeTab]
  for (const end of ends) {
    const { room } = await join()
    end(room)
    expect([runningCall.get(), room.isClosed]).toEqual([null, true])
    expect(requests.splice(0)).toMatchObject(end === signOut ? [] : leaving)
    expect(interruptedCall()).toBe(end === closeTab ? 'call' : null)
    rooms.length = 0
    setAccessToken('token')
  }
})

test('a page that joins another call leaves the one before', async () => {
  const { cache, room } = await join()
  const other = createRoom(cache, 'other', 'Ben')
  runCall(cache, 'other', 'Ben', other)
  expect([room.isClosed, runningCall.get()?.room]).toEqual([true, other])
  expect(requests).toMatchObject(leaving)
})

test('a user who joins a call again is not brought back to it after they end it', async () => {
  await join()
  window.dispatchEvent(new Event('pagehide'))
  expect(interruptedCall()).toBe('call')
  rooms.length = 0
  await join()
  expect(interruptedCall()).toBeNull()
  runningCall.get()?.leave()
  expect(interruptedCall()).toBeNull()
})

test('the end of a lost connection says so, in a toast or above an alarm that covers it', async () => {
  const first = await join()
  first.room.end('call.lost')
  expect([toasts.splice(0), callEnd.get()]).toEqual([['calls.outcome.lost'], null])
  rooms.length = 0
  alarm.isOpen = true
  const second = await join()
  second.room.end('call.lost')
  expect([toasts, callEnd.get()]).toEqual([[], 'calls.outcome.lost'])
})

test('a room that has closed does not become the running call', async () => {
  const cache = new QueryClient()
  const room = createRoom(cache, 'call', 'Ben')
  room.close()
  runCall(cache, 'call', 'Ben', room)
  expect(runningCall.get()).toBeNull()
})

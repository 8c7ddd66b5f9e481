import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import { setCurrentUser } from '../../platform/current-user.ts'
import { storeCall } from './call-store.ts'
import { acceptEarly, claimEarlyRoom, earlyRoomOf, leaveRoom } from './rooms.ts'
import { aCall } from './testing/fake-calls.ts'

const { rooms, requests } = vi.hoisted(() => ({
  rooms: [] as { answer: (isAccepted: boolean) => Promise<void>; isClosed: boolean }[],
  requests: [] as unknown[],
}))

vi.mock('../../platform/http.ts', () => ({ call: async (_route: unknown, input: unknown) => void requests.push(input) }))
vi.mock('../../ui/media-stream.ts', () => ({ showCaptureWarning: () => undefined }))
vi.mock('./media/call-room.ts', () => ({
  CallRoom: class {
    endpointId = 'page'
    isRefused = false
    isClosed = false
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
    close() {
      this.isClosed = true
    }
  },
}))

const ringing = aCall({ id: 'call', HostUserId: 'Aiko' }, ['Ben'])
const session = { id: 'Ben', CallId: 'call' }

beforeEach(() => {
  vi.useFakeTimers()
  setCurrentUser({ id: 'Ben', isAdmin: false })
})
afterEach(() => {
  claimEarlyRoom('call')
  rooms.length = 0
  requests.length = 0
  setCurrentUser(null)
  vi.useRealTimers()
})

/** Ben presses Accept. */
function press() {
  const cache = new QueryClient()
  storeCall(cache, ringing)
  const accepting = acceptEarly(cache, session, 'Ben')
  const [room] = rooms
  const early = earlyRoomOf('call')
  if (!room || !early) throw new Error('there is no room')
  return { cache, accepting, room, early }
}

test('the page finds the room of a call that is being accepted, and no other room is left', async () => {
  const { accepting, room, early } = press()
  claimEarlyRoom('call')
  await room.answer(true)
  expect(await accepting).toEqual(ringing)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([earlyRoomOf('call'), room.isClosed, requests]).toEqual([undefined, false, []])
  expect(early).toBe(room)
})

test('a refused room is closed, and leaving its page does not reject the session', async () => {
  const { cache, accepting, room, early } = press()
  await room.answer(false)
  expect([await accepting, earlyRoomOf('call'), room.isClosed]).toEqual([null, undefined, true])
  leaveRoom(cache, early, 'call', 'Ben')
  expect(requests).toEqual([])
})

test('a user whose page of an accepted call does not open leaves it after 10 s', async () => {
  const { accepting, room } = press()
  await room.answer(true)
  await accepting
  await vi.advanceTimersByTimeAsync(9_900)
  expect(room.isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(room.isClosed).toBe(true)
  expect(requests).toMatchObject([{ body: { callSessionIds: ['Ben'], endpointId: 'page' } }])
})

import type { QueryClient } from '@tanstack/react-query'
import { type CallSession, callRoutes, type SharedCall } from '@noroshi/contract/calls/calls.http'
import { CALL_SESSIONS_LEFT_MAX } from '@noroshi/contract/limits'
import { call } from '../../platform/http.ts'
import type { CaptureProblem } from '../../platform/media-capture.ts'
import { showCaptureWarning } from '../../ui/media-stream.ts'
import { callStore, storeCall } from './call-store.ts'
import { callEntity } from './calls.entities.ts'
import { iceServersQuery } from './calls.queries.ts'
import { CallRoom } from './media/call-room.ts'

const warn = (problem: CaptureProblem) => showCaptureWarning(problem, 'media.grantBoth')

type RingingSession = Pick<CallSession, 'id' | 'CallId'>

export function createRoom(
  cache: QueryClient,
  callId: string,
  myId: string,
  onJoined: (call: SharedCall) => void = () => undefined,
): CallRoom {
  const loadIceServers = async () => {
    try {
      return (await cache.fetchQuery(iceServersQuery)).iceServers.map(toIceServer)
    } catch {
      return null // the server is away
    }
  }
  const storeJoined = (joined: SharedCall) => {
    storeCall(cache, joined)
    onJoined(joined)
  }
  return new CallRoom({ callId, myId, loadIceServers, onJoined: storeJoined, onProblem: warn })
}

/** Closes the room and ends the sessions of the user (specification, section 4). */
export function leaveRoom(cache: QueryClient, room: CallRoom, callId: string, myId: string): void {
  room.close()
  if (room.isRefused) return
  const current = callStore(cache).get(callEntity, callId)?.call
  if (current?.endedAt !== null) return
  const own = current.sessions.filter((each) => myId === current.HostUserId || each.ReceiverId === myId)
  void leaveSessions(own.map((each) => each.id).slice(-CALL_SESSIONS_LEFT_MAX), room.endpointId)
}

/** Leaves a call. The request continues after the page is closed. */
async function leaveSessions(callSessionIds: string[], endpointId: string): Promise<void> {
  try {
    await call(callRoutes.leave, { body: { callSessionIds, endpointId }, keepalive: true })
  } catch {
    // Without its heartbeat the server ends the participation.
  }
}

interface EarlyRoom {
  readonly room: CallRoom
  /** undefined until the call is accepted. */
  timer: ReturnType<typeof setTimeout> | undefined
}

const earlyRooms = new Map<string, EarlyRoom>()
/** Milliseconds for which a room waits for the page of its call. */
const PAGE_MS = 10_000

/**
 * Accepts a session and joins its call by one command, while the page of the call is still opening. Without its page,
 * the user leaves the call again.
 * @returns the accepted call; null: the server refused or did not answer, and this page has not joined
 */
export async function acceptEarly(cache: QueryClient, session: RingingSession, myId: string): Promise<SharedCall | null> {
  const { id, CallId: callId } = session
  if (earlyRooms.has(callId)) return null
  let accepted: SharedCall | null = null
  const room = createRoom(cache, callId, myId, (call) => {
    accepted ??= call
  })
  // Before the acceptance: an event about it may open the page before the reply.
  const early: EarlyRoom = { room, timer: undefined }
  earlyRooms.set(callId, early)
  const isAccepted = await room.accept(id)
  if (earlyRooms.get(callId) !== early) return accepted // the page has it
  if (isAccepted) early.timer = setTimeout(() => discard(cache, callId, myId), PAGE_MS)
  else {
    earlyRooms.delete(callId)
    room.close()
  }
  return accepted
}

function discard(cache: QueryClient, callId: string, myId: string): void {
  const early = earlyRooms.get(callId)
  earlyRooms.delete(callId)
  if (early) leaveRoom(cache, early.room, callId, myId)
}

export const earlyRoomOf = (callId: string): CallRoom | undefined => earlyRooms.get(callId)?.room

/** The page of the call is open and takes its room over. */
export function claimEarlyRoom(callId: string): void {
  clearTimeout(earlyRooms.get(callId)?.timer)
  earlyRooms.delete(callId)
}

/** Loads the parts of the browser that calls need. It uses no device and sends nothing. */
export function warmUp(): void {
  if (typeof RTCPeerConnection === 'function') new RTCPeerConnection().close()
}

interface IceServer {
  readonly urls: string[]
  readonly username?: string | undefined
  readonly credential?: string | undefined
}

const toIceServer = ({ urls, username, credential }: IceServer): RTCIceServer => ({
  urls,
  ...(username !== undefined && { username }),
  ...(credential !== undefined && { credential }),
})

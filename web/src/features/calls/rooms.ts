import type { QueryClient } from '@tanstack/react-query'
import { callRoutes, type SharedCall } from '@noroshi/contract/calls/calls.http'
import { CALL_SESSIONS_LEFT_MAX } from '@noroshi/contract/limits'
import { call } from '../../platform/http.ts'
import type { CaptureProblem } from '../../platform/media-capture.ts'
import { showCaptureWarning } from '../../ui/media-stream.ts'
import { storeCall } from './call-cache.ts'
import { callQuery, iceServersQuery } from './calls.queries.ts'
import { CallRoom } from './media/call-room.ts'

const warn = (problem: CaptureProblem) => showCaptureWarning(problem, 'media.grantBoth')

export function createRoom(cache: QueryClient, callId: string, myId: string): CallRoom {
  const loadIceServers = async () => {
    try {
      return (await cache.fetchQuery(iceServersQuery)).iceServers.map(toIceServer)
    } catch {
      return null // the server is away
    }
  }
  const onJoined = (joined: SharedCall) => storeCall(cache, joined)
  return new CallRoom({ callId, myId, loadIceServers, onJoined, onProblem: warn })
}

/** Closes the room and ends the sessions of the user (specification, section 4). */
export function leaveRoom(cache: QueryClient, room: CallRoom, callId: string, myId: string): void {
  room.close()
  openPages.delete(callId)
  const current = cache.getQueryData(callQuery(callId).queryKey)
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
  readonly timer: ReturnType<typeof setTimeout>
}

const earlyRooms = new Map<string, EarlyRoom>()
/** The calls whose pages are open. */
const openPages = new Set<string>()
/** Milliseconds for which a room waits for the page of its call. */
const PAGE_MS = 10_000

/** Joins an accepted call while its page is still opening. Without its page, the user leaves the call again. */
export function joinEarly(cache: QueryClient, accepted: SharedCall, myId: string): void {
  const { id } = accepted
  if (earlyRooms.has(id) || openPages.has(id)) return
  const room = createRoom(cache, id, myId)
  const leave = () => {
    earlyRooms.delete(id)
    leaveRoom(cache, room, id, myId)
  }
  earlyRooms.set(id, { room, timer: setTimeout(leave, PAGE_MS) })
  room.open()
  room.setCall(accepted)
}

export const earlyRoomOf = (callId: string): CallRoom | undefined => earlyRooms.get(callId)?.room

/** The page of the call is open and takes its room over. */
export function claimEarlyRoom(callId: string): void {
  openPages.add(callId)
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

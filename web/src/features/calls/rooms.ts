import type { QueryClient } from '@tanstack/react-query'
import { isInCall, ringingSessionOf } from '@noroshi/contract/calls/call-status'
import { type CallSession, callRoutes, type SharedCall } from '@noroshi/contract/calls/calls.http'
import { CALL_SESSIONS_LEFT_MAX } from '@noroshi/contract/limits'
import { call } from '../../platform/connection/http.ts'
import type { CaptureProblem } from '../../platform/device/media-capture.ts'
import { isMessageKey, type MessageKey } from '../../platform/language/i18n.ts'
import { isPathOfCall } from '../../platform/paths/paths.ts'
import { accessToken, onAccessToken } from '../../platform/session/session.ts'
import { showCaptureWarning } from '../../ui/media/media-stream.ts'
import { toastWarning } from '../../ui/states/toast.tsx'
import { hasTopDialog } from '../../ui/dialogs/top-dialog.tsx'
import { callStore, storeCall } from './call-store.ts'
import { callEntity } from './calls.entities.ts'
import { canCall } from './can-call.ts'
import { iceServersQuery } from './calls.queries.ts'
import { forgetInterrupted, rememberInterrupted } from './interrupted-call.ts'
import { CallRoom } from './media/call-room.ts'
import { callEnd, removeRunningCall, runningCall, setRunningCall } from './running-call.ts'

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

/**
 * Keeps this page in a call until the user ends it, the call is over, the session ends, or the tab is closed. Moving to
 * another screen does not end it.
 */
export function runCall(cache: QueryClient, callId: string, myId: string, room: CallRoom): void {
  if (room.isClosed || runningCall.get()?.room === room) return
  const store = callStore(cache)
  const cleanups: (() => void)[] = []
  let hasLeft = false
  const leave = () => {
    if (hasLeft) return
    hasLeft = true
    for (const cleanup of cleanups.splice(0)) cleanup()
    removeRunningCall(room)
    leaveRoom(cache, room, callId, myId)
  }
  const end = (code = 'call.ended') => {
    leave()
    if (hasTopDialog()) callEnd.set(endText(code))
    else if (!isPathOfCall(window.location.pathname, callId)) toastWarning(endText(code)) // its screen says more
  }
  const leaveIfOver = () => {
    const call = store.get(callEntity, callId)?.call
    if (call && !mayTakePart(call, myId)) end()
  }
  const leaveAtSignOut = () => {
    if (accessToken() === null) leave()
  }
  const interrupt = () => {
    leave()
    rememberInterrupted(callId)
  }
  setRunningCall({ callId, myId, room, leave })
  forgetInterrupted()
  window.addEventListener('pagehide', interrupt)
  cleanups.push(
    () => window.removeEventListener('pagehide', interrupt),
    store.subscribe(callEntity.name, leaveIfOver),
    onAccessToken(leaveAtSignOut),
  )
  cleanups.push(room.onEnded(end))
  room.open()
  leaveIfOver()
}

/** Says why this page is no longer in a call. */
function endText(code: string): MessageKey {
  if (code === 'call.lost') return 'calls.outcome.lost'
  const key = `error.${code}`
  return code !== 'call.ended' && isMessageKey(key) ? key : 'calls.outcome.ended'
}

/** Whether the user is in the call, or it rings for them, so that this page may be accepting it. */
const mayTakePart = (call: SharedCall, myId: string): boolean =>
  call.endedAt === null && (isInCall(call, myId) || ringingSessionOf(call, myId) !== undefined)

/** Closes the room and ends the sessions of the user (specification, section 4). */
function leaveRoom(cache: QueryClient, room: CallRoom, callId: string, myId: string): void {
  room.close()
  if (room.isRefused) return
  const current = callStore(cache).get(callEntity, callId)?.call
  if (current?.endedAt !== null) return
  const own = current.sessions.filter((each) => myId === current.HostUserId || each.ReceiverId === myId)
  void leaveSessions(own.map((each) => each.id).slice(-CALL_SESSIONS_LEFT_MAX), room.endpointId)
}

/** Leaves a call. The request continues after the page is closed. */
async function leaveSessions(callSessionIds: string[], endpointId: string): Promise<void> {
  if (accessToken() === null) return // the server ends the participation of an ended session
  try {
    await call(callRoutes.leave, { body: { callSessionIds, endpointId }, keepalive: true })
  } catch {
    // Without its heartbeat the server ends the participation.
  }
}

/** The rooms of calls that this page is accepting. */
const acceptingRooms = new Map<string, CallRoom>()

/**
 * Accepts a session and joins its call by one command, while the page of the call is still opening.
 * @returns the accepted call; null: the server refused or did not answer, and this page has not joined
 */
export async function acceptEarly(cache: QueryClient, session: RingingSession, myId: string): Promise<SharedCall | null> {
  const { id, CallId: callId } = session
  if (roomOf(callId)) return null
  let accepted: SharedCall | null = null
  const room = createRoom(cache, callId, myId, (call) => {
    accepted ??= call
  })
  // Before the acceptance: an event about it may open the page before the reply.
  acceptingRooms.set(callId, room)
  const isAccepted = await room.accept(id)
  acceptingRooms.delete(callId)
  if (isAccepted) runCall(cache, callId, myId, room)
  else room.close()
  return accepted
}

/** Returns the room in which this page takes part in a call or accepts it. */
export function roomOf(callId: string): CallRoom | undefined {
  const running = runningCall.get()
  return running?.callId === callId ? running.room : acceptingRooms.get(callId)
}

/** Loads the parts of the browser that calls need. It uses no device and sends nothing. */
export function warmUp(): void {
  if (canCall()) new RTCPeerConnection().close()
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

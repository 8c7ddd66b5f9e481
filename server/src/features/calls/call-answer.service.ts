import type { CallSession, SharedCall } from '@noroshi/contract/calls/calls.http'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import {
  accept,
  acknowledge,
  type CallState,
  cancel,
  isRinging,
  leave,
  reject,
  sessionOf,
  type Transition,
} from './call-state.ts'
import { leaveOtherCall } from './call-start.service.ts'
import { applyToCall, changeCalls } from './call-writes.service.ts'
import { findCall, readCall } from './calls.service.ts'
import { callOfSession, callsOfSessions, type ParticipantRow, participationOf } from './calls.sql.ts'

interface ChangedSession {
  readonly session: CallSession
  readonly call: SharedCall
}

/** A device of the receiver received the call. If the user is in another call, the session is missed: the caller sees busy. */
export const acknowledgeSession = (deps: Deps, viewer: SignedIn, sessionId: string): Promise<ChangedSession> =>
  changeCalls(deps, async (tx) => {
    const { id: callId } = await callOfOwnSession(tx, viewer, sessionId)
    const own = await participationOf(tx, viewer.id)
    const isBusy = own !== undefined && own.call_id !== callId
    return change(tx, viewer, callId, sessionId, (state) => acknowledge(state, sessionId, isBusy, deps.now()))
  })

/**
 * The receiver joins with this device and leaves another call on it.
 * @throws call.answeredElsewhere, call.onOtherDevice, call.sessionOver (409)
 */
export const acceptSession = (deps: Deps, viewer: SignedIn, sessionId: string): Promise<ChangedSession> =>
  changeCalls(deps, async (tx) => {
    const call = await callOfOwnSession(tx, viewer, sessionId)
    await prepareToAccept(tx, deps, viewer, call, sessionId)
    return change(tx, viewer, call.id, sessionId, (state) => accept(state, sessionId, viewer.deviceId, deps.now()))
  })

/**
 * Checks that a session of the call is one of the viewer, who leaves another call on this device.
 * @throws call.sessionNotFound (404), forbidden (403), call.onOtherDevice (409)
 */
export async function prepareToAccept(tx: Tx, deps: Deps, viewer: SignedIn, call: SharedCall, sessionId: string): Promise<void> {
  assertReceiver(viewer, call, sessionId)
  await leaveOtherCall(tx, deps, viewer, call.id)
}

/** The receiver rejects the call. @throws call.sessionOver (409) */
export const rejectSession = (deps: Deps, viewer: SignedIn, sessionId: string): Promise<ChangedSession> =>
  changeCalls(deps, async (tx) => {
    const { id: callId } = await callOfOwnSession(tx, viewer, sessionId)
    return change(tx, viewer, callId, sessionId, (state) => reject(state, sessionId, deps.now()))
  })

/**
 * A participant cancels an invitation that rings: one that they sent, or any as the host.
 * @throws call.sessionNotFound (404), forbidden (403), call.sessionOver (409)
 */
export const cancelSession = (deps: Deps, viewer: SignedIn, sessionId: string): Promise<ChangedSession> =>
  changeCalls(deps, async (tx) => {
    const callId = await callOfSession(tx, sessionId)
    const call = callId === null ? null : await findCall(tx, viewer, callId)
    const session = call?.sessions.find((one) => one.id === sessionId)
    if (!call || !session) throw new AppError('call.sessionNotFound')
    authorize(viewer, 'call:cancel', { call, session })
    return change(tx, viewer, call.id, sessionId, (state) => cancel(state, sessionId, deps.now()))
  })

async function change(
  tx: Tx,
  viewer: SignedIn,
  callId: string,
  sessionId: string,
  transition: (state: CallState) => Transition,
): Promise<ChangedSession> {
  await applyToCall(tx, callId, transition)
  const call = await readCall(tx, viewer, callId)
  const session = call.sessions.find((one) => one.id === sessionId)
  if (!session) throw new AppError('call.sessionNotFound')
  return { session, call }
}

/**
 * Returns the call of a session that the viewer is the receiver of.
 * @throws call.sessionNotFound (404) for users who are not in the call; forbidden (403) for the others in it.
 */
async function callOfOwnSession(tx: Tx, viewer: SignedIn, sessionId: string): Promise<SharedCall> {
  const callId = await callOfSession(tx, sessionId)
  const call = callId === null ? null : await findCall(tx, viewer, callId)
  if (call === null) throw new AppError('call.sessionNotFound')
  assertReceiver(viewer, call, sessionId)
  return call
}

/** @throws call.sessionNotFound (404) for a session of another call; forbidden (403) for one of another receiver. */
function assertReceiver(viewer: SignedIn, call: SharedCall, sessionId: string): void {
  const session = call.sessions.find((one) => one.id === sessionId)
  if (!session) throw new AppError('call.sessionNotFound')
  authorize(viewer, 'call:answer', session)
}

/**
 * The viewer leaves the calls of these sessions and rejects those of them that ring for the viewer. A page that is no longer the
 * endpoint of a call changes nothing.
 * @param endpointId the page that leaves; undefined: the user leaves with any page
 * @throws call.sessionNotFound (404) for a session of a call that the viewer is not in.
 */
export const leaveSessions = (
  deps: Deps,
  viewer: SignedIn,
  sessionIds: readonly string[],
  endpointId: string | undefined,
): Promise<void> =>
  changeCalls(deps, async (tx) => {
    const rows = await callsOfSessions(tx, sessionIds)
    if (rows.length < new Set(sessionIds).size) throw new AppError('call.sessionNotFound')
    const callIds = [...new Set(rows.map((row) => row.call_id))]
    for (const callId of callIds) if (!(await findCall(tx, viewer, callId))) throw new AppError('call.sessionNotFound')
    const at = deps.now()
    for (const row of rows.filter(({ receiver_id }) => receiver_id === viewer.id))
      await applyToCall(tx, row.call_id, (state) =>
        isRinging(sessionOf(state, row.id)) ? reject(state, row.id, at) : { state, changes: [] },
      )
    const own = await participationOf(tx, viewer.id)
    if (!own || !callIds.includes(own.call_id) || !isEndpoint(own, viewer, endpointId)) return
    await applyToCall(tx, own.call_id, (state) => leave(state, viewer.id, at))
  })

const isEndpoint = (own: ParticipantRow, { deviceId }: SignedIn, endpointId: string | undefined): boolean =>
  endpointId === undefined || (own.device_id === deviceId && (own.endpoint_id === null || own.endpoint_id === endpointId))

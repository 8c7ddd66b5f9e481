import type { CallChange } from '@noroshi/contract/calls/calls.events'
import {
  CALL_MISSED_MS,
  CALL_PEOPLE_MAX,
  CALL_SESSIONS_MAX,
  CALL_UNREACHABLE_MS,
  CALL_VANISHED_MS,
} from '@noroshi/contract/limits'
import { AppError } from '#/http/errors.ts'
import type { CallRow, ParticipantRow, SessionRow } from './calls.sql.ts'

// The state machine of a call: pure functions from a state and an action to the next state. Rows that do not change keep their
// identity, so that only changed rows are written.

/** A call with all its sessions in the order of their creation, and the users who are in it now. */
export interface CallState {
  readonly call: CallRow
  readonly sessions: readonly SessionRow[]
  readonly participants: readonly ParticipantRow[]
}

/** A change that is emitted to the people of the call. */
export interface Change {
  readonly kind: CallChange
  readonly sessionId: string
}

export interface Transition {
  readonly state: CallState
  readonly changes: readonly Change[]
}

/** The end of the page that takes part in the call. */
export interface OwnEndpoint {
  readonly userId: string
  readonly deviceId: string
  readonly endpointId: string
}

export const isActive = (session: SessionRow): boolean => session.disconnected_at === null
export const isRinging = (session: SessionRow): boolean => isActive(session) && session.joined_at === null
export const isJoined = (session: SessionRow): boolean => isActive(session) && session.joined_at !== null

/** The ids of the host and of all receivers, in the order of their first invitations. */
export const peopleOf = ({ call, sessions }: CallState): string[] => [
  ...new Set([call.host_id, ...sessions.map((session) => session.receiver_id)]),
]

export const unchanged = (state: CallState): Transition => ({ state, changes: [] })
/** Number of people in the call and of people for whom it rings. */
export const takenSeats = ({ participants, sessions }: CallState) => participants.length + sessions.filter(isRinging).length
const isParticipant = ({ participants }: CallState, userId: string) => participants.some((one) => one.user_id === userId)

/** @throws call.sessionNotFound (404) */
export function sessionOf(state: CallState, sessionId: string): SessionRow {
  const session = state.sessions.find((one) => one.id === sessionId)
  if (!session) throw new AppError('call.sessionNotFound')
  return session
}

export const withSession = (state: CallState, id: string, fields: Partial<SessionRow>): CallState => ({
  ...state,
  sessions: state.sessions.map((session) => (session.id === id ? { ...session, ...fields } : session)),
})

export const withParticipant = (state: CallState, participant: ParticipantRow): CallState => ({
  ...state,
  participants: [...state.participants.filter((one) => one.user_id !== participant.user_id), participant],
})

/** Returns a new call of the host. It has no session yet: `invite` follows. */
export function newCall(call: CallRow, deviceId: string, at: Date): CallState {
  const host = { user_id: call.host_id, call_id: call.id, device_id: deviceId, endpoint_id: null, last_seen_at: at }
  return { call, sessions: [], participants: [host] }
}

/**
 * A participant invites users. Users with an active session and participants are skipped.
 * @param newIds one session id for each receiver
 * @throws call.ended, call.full (409)
 */
export function invite(
  state: CallState,
  callerId: string,
  receiverIds: readonly string[],
  newIds: readonly string[],
  at: Date,
): Transition {
  if (state.call.ended_at !== null) throw new AppError('call.ended')
  const active = state.sessions.filter(isActive)
  const isInCall = (userId: string) => isParticipant(state, userId) || active.some((one) => one.receiver_id === userId)
  const invited = receiverIds.filter((userId) => userId !== callerId && !isInCall(userId))
  const hasRoom = state.sessions.length + invited.length <= CALL_SESSIONS_MAX
  if (takenSeats(state) + invited.length > CALL_PEOPLE_MAX || !hasRoom) throw new AppError('call.full')
  const sessions = invited.map((receiverId, index) => newSession(newIds[index] ?? '', state.call.id, callerId, receiverId, at))
  return {
    state: { ...state, sessions: [...state.sessions, ...sessions] },
    changes: sessions.map(({ id }) => ({ kind: 'created_on_existing_call', sessionId: id })),
  }
}

export const newSession = (id: string, callId: string, callerId: string, receiverId: string, at: Date): SessionRow => ({
  id,
  call_id: callId,
  caller_id: callerId,
  receiver_id: receiverId,
  created_at: at,
  acknowledged_at: null,
  joined_at: null,
  disconnected_at: null,
  has_missed: false,
  has_rejected: false,
  is_unreachable: false,
  is_busy: false,
})

/**
 * A device of the receiver received the call.
 * @param isBusy the receiver is in another call: the session is missed at once
 */
export function acknowledge(state: CallState, sessionId: string, isBusy: boolean, at: Date): Transition {
  const session = sessionOf(state, sessionId)
  if (!isRinging(session) || (session.acknowledged_at !== null && !isBusy)) return unchanged(state)
  const acknowledged = withSession(state, sessionId, { acknowledged_at: session.acknowledged_at ?? at })
  if (!isBusy) return { state: acknowledged, changes: [{ kind: 'acknowledged', sessionId }] }
  return endRinging(acknowledged, sessionId, { has_missed: true, is_busy: true }, 'missed', at)
}

/**
 * The receiver accepts on a device.
 * @throws call.answeredElsewhere, call.sessionOver (409)
 */
export function accept(state: CallState, sessionId: string, deviceId: string, at: Date): Transition {
  const session = sessionOf(state, sessionId)
  if (isJoined(session)) {
    const own = state.participants.find((one) => one.user_id === session.receiver_id)
    if (own?.device_id === deviceId) return unchanged(state) // a repeated request
    throw new AppError('call.answeredElsewhere')
  }
  if (!isRinging(session)) throw new AppError('call.sessionOver')
  const joined = withSession(state, sessionId, { acknowledged_at: session.acknowledged_at ?? at, joined_at: at })
  const { receiver_id: user_id, call_id } = session
  return {
    state: withParticipant(joined, { user_id, call_id, device_id: deviceId, endpoint_id: null, last_seen_at: at }),
    changes: [{ kind: 'accepted', sessionId }],
  }
}

/** The receiver rejects. @throws call.sessionOver (409) for another outcome. */
export function reject(state: CallState, sessionId: string, at: Date): Transition {
  const session = sessionOf(state, sessionId)
  if (session.has_rejected) return unchanged(state) // a repeated request
  if (!isRinging(session)) throw new AppError('call.sessionOver')
  return endRinging(state, sessionId, { has_rejected: true }, 'rejected', at)
}

function endRinging(state: CallState, sessionId: string, outcome: Partial<SessionRow>, kind: CallChange, at: Date): Transition {
  const next = withSession(state, sessionId, { ...outcome, disconnected_at: at })
  return endIfAbandoned({ state: next, changes: [{ kind, sessionId }] }, at)
}

/**
 * A page of a participant becomes the endpoint of its device.
 * @throws call.ended, call.onOtherDevice (409), call.notFound (404) for users who are not in the call.
 */
export function joinEndpoint(state: CallState, { userId, deviceId, endpointId }: OwnEndpoint, at: Date): Transition {
  if (state.call.ended_at !== null) throw new AppError('call.ended')
  const own = state.participants.find((one) => one.user_id === userId)
  if (!own) throw new AppError('call.notFound')
  if (own.device_id !== deviceId) throw new AppError('call.onOtherDevice')
  const isNew = own.endpoint_id !== endpointId
  const next = withParticipant(state, { ...own, endpoint_id: endpointId, last_seen_at: at })
  return { state: next, changes: isNew ? changeOfUser(state, 'connected', userId) : [] }
}

/** A change of a participant, reported with their session. The host has none: then it is the first session. */
export function changeOfUser({ sessions }: CallState, kind: CallChange, userId: string): Change[] {
  const own = sessions.find((session) => session.receiver_id === userId && isJoined(session)) ?? sessions[0]
  return own ? [{ kind, sessionId: own.id }] : []
}

/**
 * An invitation that rings is cancelled. The call ends if fewer than two people are left.
 * @throws call.sessionOver (409)
 */
export function cancel(state: CallState, sessionId: string, at: Date): Transition {
  const session = sessionOf(state, sessionId)
  if (sessionIsCancelled(session)) return unchanged(state) // a repeated request
  if (!isRinging(session)) throw new AppError('call.sessionOver')
  const next = withSession(state, sessionId, { disconnected_at: at })
  const kind = isAbandoned(next) ? 'disconnected' : 'remove_on_existing_call'
  return endIfAbandoned({ state: next, changes: [{ kind, sessionId }] }, at)
}

const sessionIsCancelled = (session: SessionRow): boolean =>
  !isActive(session) && session.joined_at === null && !session.has_missed && !session.has_rejected && !session.is_unreachable

/** A participant leaves. Their invitations that still ring are cancelled. The call continues while two people are left. */
export function leave(state: CallState, userId: string, at: Date): Transition {
  if (!isParticipant(state, userId)) return unchanged(state)
  const cancelled = state.sessions.filter((session) => isRinging(session) && session.caller_id === userId)
  const sessions = state.sessions.map((session) =>
    cancelled.includes(session) || (isJoined(session) && session.receiver_id === userId)
      ? { ...session, disconnected_at: at }
      : session,
  )
  const participants = state.participants.filter((one) => one.user_id !== userId)
  const next = { ...state, sessions, participants }
  const kind = isAbandoned(next) ? 'disconnected' : 'remove_on_existing_call'
  const changes = [
    ...changeOfUser(state, 'disconnected', userId),
    ...cancelled.map(({ id }): Change => ({ kind, sessionId: id })),
  ]
  return endIfAbandoned({ state: next, changes }, at)
}

/**
 * Ends what has waited too long: ringing sessions that are unreachable or missed, and participants without a heartbeat.
 * @param isGone whether a user may no longer be in a call, such as a deactivated user
 */
export function expire(state: CallState, at: Date, isGone: (userId: string) => boolean): Transition {
  const isPast = (since: Date, limit: number) => at.getTime() - since.getTime() >= limit
  const vanished = state.participants.filter(
    ({ user_id, last_seen_at }) => isGone(user_id) || isPast(last_seen_at, CALL_VANISHED_MS),
  )
  let result = unchanged(state)
  const apply = (next: (state: CallState) => Transition) => {
    const { state: after, changes } = next(result.state)
    result = { state: after, changes: [...result.changes, ...changes] }
  }
  for (const { id } of state.sessions)
    apply((current) => {
      const session = sessionOf(current, id)
      if (!isRinging(session)) return unchanged(current)
      if (session.acknowledged_at === null && isPast(session.created_at, CALL_UNREACHABLE_MS))
        return endRinging(current, id, { is_unreachable: true }, 'unreachable', at)
      if (isPast(session.created_at, CALL_MISSED_MS)) return endRinging(current, id, { has_missed: true }, 'missed', at)
      return unchanged(current)
    })
  for (const { user_id } of vanished) apply((current) => leave(current, user_id, at))
  return result
}

/** Whether fewer than two people are left, counting users whose session rings. */
const isAbandoned = (state: CallState): boolean => state.participants.length === 0 || takenSeats(state) < 2

/** Ends an abandoned call: its active sessions and participants end too. */
function endIfAbandoned({ state, changes }: Transition, at: Date): Transition {
  if (state.call.ended_at !== null || !isAbandoned(state)) return { state, changes }
  const ended = state.sessions.filter(isActive)
  return {
    state: {
      call: { ...state.call, ended_at: at },
      sessions: state.sessions.map((session) => (isActive(session) ? { ...session, disconnected_at: at } : session)),
      participants: [],
    },
    changes: [...changes, ...ended.map(({ id }): Change => ({ kind: 'disconnected', sessionId: id }))],
  }
}

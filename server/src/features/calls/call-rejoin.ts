import { CALL_PEOPLE_MAX, CALL_SESSIONS_MAX } from '@noroshi/contract/limits'
import { AppError } from '#/http/errors.ts'
import {
  accept,
  type CallState,
  changeOfUser,
  isRinging,
  newSession,
  type OwnEndpoint,
  takenSeats,
  type Transition,
  unchanged,
  withParticipant,
  withSession,
} from './call-state.ts'
import type { SessionRow } from './calls.sql.ts'

/**
 * A user joins a running call without a new invitation. A ringing session is accepted, one that was joined before
 * continues, and another outcome keeps its session and gets a new one. The host has none.
 * @param earlier the session that allows it; undefined for the host
 * @param newSessionId the id of the session of a user who has not joined before
 * @throws call.ended, call.onOtherDevice, call.full (409)
 */
export function rejoin(
  state: CallState,
  own: Pick<OwnEndpoint, 'userId' | 'deviceId'>,
  earlier: SessionRow | undefined,
  newSessionId: string,
  at: Date,
): Transition {
  const { userId, deviceId } = own
  if (state.call.ended_at !== null) throw new AppError('call.ended')
  const present = state.participants.find((one) => one.user_id === userId)
  if (present && present.device_id !== deviceId) throw new AppError('call.onOtherDevice')
  if (present) return unchanged(state) // a repeated request
  const ringing = state.sessions.find((session) => isRinging(session) && session.receiver_id === userId)
  if (ringing) return accept(state, ringing.id, deviceId, at)
  if (takenSeats(state) >= CALL_PEOPLE_MAX) throw new AppError('call.full')
  const next = withParticipant(state, {
    user_id: userId,
    call_id: state.call.id,
    device_id: deviceId,
    endpoint_id: null,
    last_seen_at: at,
  })
  if (!earlier) return { state: next, changes: changeOfUser(next, 'connected', userId) }
  if (earlier.joined_at !== null) {
    return {
      state: withSession(next, earlier.id, { disconnected_at: null }),
      changes: [{ kind: 'accepted', sessionId: earlier.id }],
    }
  }
  if (state.sessions.length >= CALL_SESSIONS_MAX) throw new AppError('call.full')
  const session = newSession(newSessionId, state.call.id, earlier.caller_id, userId, at)
  const joined = { ...session, acknowledged_at: at, joined_at: at }
  return {
    state: { ...next, sessions: [...state.sessions, joined] },
    changes: [{ kind: 'accepted', sessionId: newSessionId }],
  }
}

import type { Person } from '../accounts/accounts.http.ts'
import type { Call, CallSession, CallStatus, SharedCall } from './calls.http.ts'

/** The state of a session. `cancelled`: its caller left before an outcome. */
export type SessionState = 'ringing' | 'joined' | 'left' | 'rejected' | 'missed' | 'busy' | 'unreachable' | 'cancelled'

type Outcome = Pick<CallSession, 'joinedAt' | 'disconnectedAt' | 'hasMissed' | 'hasRejected' | 'isUnreachable' | 'isBusy'>

/** Derives the state of a session from its fields. */
export function sessionStateOf(session: Outcome): SessionState {
  if (session.disconnectedAt === null) return session.joinedAt === null ? 'ringing' : 'joined'
  if (session.joinedAt !== null) return 'left'
  if (session.hasRejected) return 'rejected'
  if (session.isBusy) return 'busy'
  if (session.hasMissed) return 'missed'
  return session.isUnreachable ? 'unreachable' : 'cancelled'
}

/** Whether the session rings or is joined. */
export const isActiveSession = (session: Pick<CallSession, 'disconnectedAt'>): boolean => session.disconnectedAt === null

/** Outcomes of a call without a connection, from the most to the least specific one. */
const OUTCOMES = [
  { states: ['rejected'], status: 'Rejected' },
  { states: ['missed', 'busy'], status: 'Missed' },
  { states: ['unreachable'], status: 'Unreachable' },
] as const satisfies readonly { states: readonly SessionState[]; status: CallStatus }[]

/**
 * The outcome of a call in the history of a user: of all sessions for the host, of their
 * own sessions for a receiver.
 * @returns null while the call has no outcome yet
 */
export function callStatusOf(call: Pick<SharedCall, 'HostUserId' | 'sessions'>, userId: string): CallStatus | null {
  const own = userId === call.HostUserId ? call.sessions : call.sessions.filter((session) => session.ReceiverId === userId)
  const states = new Set(own.map(sessionStateOf))
  if (states.has('joined') || states.has('left')) return 'Connected'
  if (states.has('ringing')) return null
  return OUTCOMES.find((outcome) => outcome.states.some((state) => states.has(state)))?.status ?? 'Not Connected'
}

/** The status that the page of a call shows to a user (specification, section 4). */
export type CallPageStatus = 'incoming' | 'connecting' | 'joined' | 'busy' | 'rejected' | 'missed' | 'unreachable' | 'ended'

/** Derives the status on the page of a call. */
export function callPageStatusOf(call: SharedCall, userId: string): CallPageStatus {
  if (call.endedAt === null) {
    if (!isInCall(call, userId)) return ringingSessionOf(call, userId) ? 'incoming' : 'ended'
    return call.participants.length > 1 ? 'joined' : 'connecting'
  }
  const states = new Set(call.sessions.map(sessionStateOf))
  if (states.has('joined') || states.has('left')) return 'ended'
  return (['rejected', 'busy', 'missed', 'unreachable'] as const).find((state) => states.has(state)) ?? 'ended'
}

/** Whether the user takes part in the call now. */
export const isInCall = (call: Pick<SharedCall, 'participants'>, userId: string): boolean =>
  call.participants.some((participant) => participant.userId === userId)

/** The session that rings for the user. */
export const ringingSessionOf = (call: Pick<SharedCall, 'sessions'>, userId: string): CallSession | undefined =>
  call.sessions.find((session) => session.ReceiverId === userId && sessionStateOf(session) === 'ringing')

const toOther = ({ id, firstName, lastName, fullName }: Person) => ({ id, firstName, lastName, fullName })

/** Adds the viewer's own data to a shared call. */
export function callOf(call: SharedCall, viewerId: string): Call {
  const others = call.people.filter((person) => person.id !== viewerId)
  const [other = null] = call.isGroupCall ? [] : others
  return {
    ...call,
    name: call.messageGroup?.name ?? others.map((person) => person.fullName).join(', '),
    imageUrl: call.messageGroup?.imageUrl ?? other?.avatarUrl ?? null,
    callStatus: callStatusOf(call, viewerId),
    otherUser: other && toOther(other),
    otherUsers: others.map(toOther),
  }
}

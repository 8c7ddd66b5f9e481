import type { Person } from '../accounts/accounts.http.ts'
import { CALL_PEOPLE_MAX } from '../limits.ts'
import type { Call, CallSession, CallStatus, SharedCall } from './calls.http.ts'

/** The state of a session. `cancelled`: its caller left or cancelled it before an outcome. */
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

/**
 * The status that the page of a call shows to a user (specification, section 4). `running`: a group call that the user may
 * rejoin.
 */
export type CallPageStatus =
  | 'incoming'
  | 'connecting'
  | 'joined'
  | 'running'
  | 'busy'
  | 'rejected'
  | 'missed'
  | 'unreachable'
  | 'ended'

/** Derives the status on the page of a call. */
export function callPageStatusOf(call: SharedCall, userId: string): CallPageStatus {
  if (call.endedAt === null) {
    if (!isInCall(call, userId)) {
      if (ringingSessionOf(call, userId)) return 'incoming'
      return canRejoin(call, userId) ? 'running' : 'ended'
    }
    return call.participants.length > 1 ? 'joined' : 'connecting'
  }
  const states = new Set(call.sessions.map(sessionStateOf))
  if (states.has('joined') || states.has('left')) return 'ended'
  return (['rejected', 'busy', 'missed', 'unreachable'] as const).find((state) => states.has(state)) ?? 'ended'
}

/** Whether a call rings on a device and has no answer yet. */
export const isRingingOut = (call: Pick<SharedCall, 'sessions' | 'participants'>): boolean =>
  call.participants.length <= 1 &&
  call.sessions.some((session) => session.acknowledgedAt !== null && sessionStateOf(session) === 'ringing')

/** Whether the user takes part in the call now. */
export const isInCall = (call: Pick<SharedCall, 'participants'>, userId: string): boolean =>
  call.participants.some((participant) => participant.userId === userId)

/** The session that rings for the user. */
export const ringingSessionOf = (call: Pick<SharedCall, 'sessions'>, userId: string): CallSession | undefined =>
  call.sessions.find((session) => session.ReceiverId === userId && sessionStateOf(session) === 'ringing')

/** Number of people who may still join or be invited: people whose session rings have a seat too. */
export const freeSeatsOf = ({ participants, sessions }: Pick<SharedCall, 'participants' | 'sessions'>): number =>
  Math.max(0, CALL_PEOPLE_MAX - participants.length - sessions.filter((each) => sessionStateOf(each) === 'ringing').length)

/** States of a session whose receiver was invited and did not join. A cancelled invitation is none. */
const NOT_JOINED: readonly SessionState[] = ['rejected', 'missed', 'busy', 'unreachable']

/**
 * The session with which a receiver joins a running call without a new invitation: one that was joined before, else the
 * newest one if it was not cancelled.
 */
export function sessionToRejoin<Session extends Outcome & Pick<CallSession, 'ReceiverId'>>(
  sessions: readonly Session[],
  userId: string,
): Session | undefined {
  const own = sessions.filter((session) => session.ReceiverId === userId)
  const newest = own.at(-1)
  return (
    own.findLast(({ joinedAt }) => joinedAt !== null) ??
    (newest && NOT_JOINED.includes(sessionStateOf(newest)) ? newest : undefined)
  )
}

/** Whether the user may join a group call that still runs: its host and the people who were invited to it. */
export const canRejoin = (
  call: Pick<SharedCall, 'isGroupCall' | 'endedAt' | 'HostUserId' | 'participants' | 'sessions'>,
  userId: string,
): boolean =>
  call.isGroupCall &&
  call.endedAt === null &&
  !isInCall(call, userId) &&
  (call.HostUserId === userId || sessionToRejoin(call.sessions, userId) !== undefined)

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

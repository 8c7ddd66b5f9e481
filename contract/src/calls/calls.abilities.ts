import { defineAbilities } from '../define.ts'
import { freeSeatsOf, isInCall, ringingSessionOf, sessionToRejoin } from './call-status.ts'
import type { CallSession, SharedCall } from './calls.http.ts'

interface CancelSubject {
  readonly call: Pick<SharedCall, 'HostUserId' | 'participants'>
  readonly session: Pick<CallSession, 'CallerId'>
}

/** The rights in calls (specification, section 6). */
export const callAbilities = defineAbilities({
  'call:read': (viewer, call: Pick<SharedCall, 'people'>) =>
    viewer !== null && call.people.some((person) => person.id === viewer.id),
  /** Acknowledge, accept and reject. */
  'call:answer': (viewer, session: Pick<CallSession, 'ReceiverId'>) => viewer !== null && session.ReceiverId === viewer.id,
  /** Each participant may invite others while the call has a free seat. */
  'call:addMembers': (viewer, call: Pick<SharedCall, 'participants' | 'sessions'>) =>
    viewer !== null && isInCall(call, viewer.id) && freeSeatsOf(call) > 0,
  /** Join a group call without a new invitation: its host, and the people whose invitation was not cancelled (decisions/0063). */
  'call:rejoin': (viewer, call: Pick<SharedCall, 'HostUserId' | 'participants' | 'sessions'>) =>
    viewer !== null &&
    (call.HostUserId === viewer.id ||
      isInCall(call, viewer.id) ||
      ringingSessionOf(call, viewer.id) !== undefined ||
      sessionToRejoin(call.sessions, viewer.id) !== undefined),
  /** Cancel an invitation that rings: the participant who sent it, and the host while in the call. */
  'call:cancel': (viewer, { call, session }: CancelSubject) =>
    viewer !== null && isInCall(call, viewer.id) && (session.CallerId === viewer.id || call.HostUserId === viewer.id),
})

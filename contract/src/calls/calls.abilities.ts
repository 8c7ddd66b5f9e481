import { defineAbilities } from '../define.ts'
import { CALL_OTHERS_MAX } from '../limits.ts'
import { isActiveSession, isInCall } from './call-status.ts'
import type { CallSession, SharedCall } from './calls.http.ts'

/** The rights in calls (specification, section 6). */
export const callAbilities = defineAbilities({
  'call:read': (viewer, call: Pick<SharedCall, 'people'>) =>
    viewer !== null && call.people.some((person) => person.id === viewer.id),
  /** Acknowledge, accept and reject. */
  'call:answer': (viewer, session: Pick<CallSession, 'ReceiverId'>) => viewer !== null && session.ReceiverId === viewer.id,
  /** Each participant may invite others while fewer than three sessions are active. */
  'call:addMembers': (viewer, call: Pick<SharedCall, 'participants' | 'sessions'>) =>
    viewer !== null && isInCall(call, viewer.id) && call.sessions.filter(isActiveSession).length < CALL_OTHERS_MAX,
})

import { sessionStateOf } from '@noroshi/contract/calls/call-status'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'

type Invited = Pick<SharedCall, 'people'>

/** Whether the first of two users creates the offer: the one who was invited earlier. `people` keeps its order. */
export function isOfferer(call: Invited | null, userId: string, otherId: string): boolean {
  const ids = call?.people.map(({ id }) => id) ?? []
  return ids.includes(otherId) && ids.indexOf(userId) < ids.indexOf(otherId)
}

/**
 * Whether a user may join to whom this page offers: one who is called, or who has accepted and whose page has not
 * joined yet.
 */
export function expectsUser(call: Invited & Pick<SharedCall, 'sessions' | 'participants'>, myId: string): boolean {
  const called = call.sessions.filter((session) => sessionStateOf(session) === 'ringing').map(({ ReceiverId }) => ReceiverId)
  const joining = call.participants.filter(({ endpointId }) => endpointId === null).map(({ userId }) => userId)
  return [...called, ...joining].some((userId) => isOfferer(call, myId, userId))
}

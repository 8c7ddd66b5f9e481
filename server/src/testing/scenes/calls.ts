import { randomUUID } from 'node:crypto'
import type { CallSignal, Endpoint } from '@noroshi/contract/calls/calls.events'
import { type Call, type CallSession, callRoutes } from '@noroshi/contract/calls/calls.http'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import type { Caller } from '../caller.ts'
import type { TestServer, TestUser } from '../test-server.ts'
import type { TestSocket } from '../test-socket.ts'

// Actions of users in calls. All throw for an error status.
export const callUser = (caller: Caller, receiver: Pick<TestUser, 'id'>): Promise<Call> =>
  caller.fetch(callRoutes.startPersonal, { body: { ReceiverId: receiver.id, location: null } })

export const callGroup = (caller: Caller, receivers: readonly TestUser[], MessageGroupId: string | null = null): Promise<Call> =>
  caller.fetch(callRoutes.startGroup, {
    body: { receiverUserIds: receivers.map(({ id }) => id), MessageGroupId, location: null },
  })

export const addToCall = (caller: Caller, callId: string, others: readonly TestUser[]): Promise<Call> =>
  caller.fetch(callRoutes.addMembers, { body: { callId, receiverUserIds: others.map(({ id }) => id) } })

export const acknowledgeCall = (caller: Caller, session: Pick<CallSession, 'id'>) =>
  caller.fetch(callRoutes.acknowledge, { params: { id: session.id } })

export const acceptCall = (caller: Caller, session: Pick<CallSession, 'id'>) =>
  caller.fetch(callRoutes.accept, { params: { id: session.id }, body: {} })

export const rejectCall = (caller: Caller, session: Pick<CallSession, 'id'>) =>
  caller.fetch(callRoutes.reject, { params: { id: session.id } })

export const cancelCall = (caller: Caller, session: Pick<CallSession, 'id'>) =>
  caller.fetch(callRoutes.cancel, { params: { id: session.id } })

export const rejoinCall = (caller: Caller, { id }: Pick<Call, 'id'>): Promise<Call> =>
  caller.fetch(callRoutes.rejoin, { params: { id } })

/** Leaves the call of all these sessions. */
export const leaveCall = (caller: Caller, { sessions }: Pick<Call, 'sessions'>, endpointId?: string) =>
  caller.fetch(callRoutes.leave, { body: { callSessionIds: sessions.map(({ id }) => id), endpointId } })

export const fetchCall = (caller: Caller, id: string): Promise<Call> => caller.fetch(callRoutes.get, { params: { id } })

/** Returns the newest session of a user in a call. */
export function sessionOf({ sessions }: Pick<Call, 'sessions'>, receiver: Pick<TestUser, 'id'>): CallSession {
  const found = sessions.findLast((session) => session.ReceiverId === receiver.id)
  if (!found) throw new Error('the user has no session in this call')
  return found
}

/** Signs a user in on another device. */
export const addDevice = async ({ db, as, clock }: TestServer, user: TestUser): Promise<Caller> =>
  as(await createSession(db, user.id, 'test', clock.now()))

/** A page of a user that takes part in a call. */
export interface CallPage {
  readonly socket: TestSocket
  readonly callId: string
  readonly own: Endpoint
}

/** Opens a page that joins the call. */
export async function openCallPage(socket: TestSocket, callId: string, endpointId: string = randomUUID()): Promise<CallPage> {
  const ack = await socket.send('call:join', { callId, endpointId })
  if (!ack.ok) throw new Error(ack.code)
  return { socket, callId, own: ack.reply.own }
}

export const offer = (sdp = `v=0 ${randomUUID()}`): CallSignal => ({ type: 'offer', sdp })

/** Sends a signal to another page of the call. */
export const sendSignal = ({ socket, callId, own }: CallPage, to: Endpoint, seq = 0, signal: CallSignal = offer()) =>
  socket.send('call:signal', { callId, endpointId: own.endpointId, to, seq, signal })

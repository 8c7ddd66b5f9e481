import type { Endpoint } from '@noroshi/contract/calls/calls.events'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { prepareToAccept } from './call-answer.service.ts'
import { accept, joinEndpoint, unchanged } from './call-state.ts'
import { applyToCall, changeCalls } from './call-writes.service.ts'
import { findCall, readCall } from './calls.service.ts'
import { participantsOfCalls, touchParticipant } from './calls.sql.ts'

/**
 * Makes a page the endpoint of its device in the call and returns the call.
 * @param acceptedId a session that the viewer accepts in the same transaction
 * @throws call.notFound (404); call.ended, call.onOtherDevice (409); with a session also like `acceptSession`
 */
export const joinCall = (
  deps: Deps,
  callId: string,
  viewer: SignedIn,
  own: Endpoint,
  acceptedId: string | undefined,
): Promise<SharedCall> =>
  changeCalls(deps, async (tx) => {
    const call = await readCall(tx, viewer, callId)
    if (acceptedId !== undefined) await prepareToAccept(tx, deps, viewer, call, acceptedId)
    const at = deps.now()
    await applyToCall(tx, callId, (before) => {
      const accepted = acceptedId === undefined ? unchanged(before) : accept(before, acceptedId, own.deviceId, at)
      const { state, changes } = joinEndpoint(accepted.state, own, at)
      return { state, changes: [...accepted.changes, ...changes] }
    })
    return readCall(tx, viewer, callId)
  })

/** Keeps the participation of a page alive. @throws like `assertEndpoint` */
export async function keepAlive(deps: Deps, callId: string, viewer: SignedIn, own: Endpoint): Promise<void> {
  if (!(await touchParticipant(deps.db, callId, own, deps.now()))) await refuseEndpoint(deps, callId, viewer)
}

/**
 * Checks that two pages are endpoints of the same call.
 * @throws call.notFound (404), call.ended, call.onOtherPage (409) for the user's page; call.notConnected (409) for the other one
 */
export async function assertEndpoint(deps: Deps, callId: string, viewer: SignedIn, own: Endpoint, to: Endpoint): Promise<void> {
  const participants = await participantsOfCalls(deps.db, [callId])
  const isIn = ({ userId, deviceId, endpointId }: Endpoint) =>
    participants.some((row) => row.user_id === userId && row.device_id === deviceId && row.endpoint_id === endpointId)
  if (!isIn(own)) await refuseEndpoint(deps, callId, viewer)
  if (to.userId === own.userId || !isIn(to)) throw new AppError('call.notConnected')
}

/** Throws the reason why a page is not an endpoint of the call. */
async function refuseEndpoint(deps: Deps, callId: string, viewer: SignedIn): Promise<never> {
  const call = await findCall(deps.db, viewer, callId)
  if (call === null) throw new AppError('call.notFound')
  const isInCall = call.participants.some((participant) => participant.userId === viewer.id)
  throw new AppError(isInCall ? 'call.onOtherPage' : 'call.ended')
}

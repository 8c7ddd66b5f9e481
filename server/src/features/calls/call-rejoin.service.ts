import { callOf, sessionToRejoin } from '@noroshi/contract/calls/call-status'
import type { Call, SharedCall } from '@noroshi/contract/calls/calls.http'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { groupMembersAmong, isBlockedBetween } from '#/features/messaging/relations.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { rejoin } from './call-rejoin.ts'
import { leaveOtherCall } from './call-start.service.ts'
import { applyToCall, changeCalls } from './call-writes.service.ts'
import { readCall } from './calls.service.ts'

/**
 * Joins a group call that still runs, with this device (decisions/0063).
 * @throws call.notFound, call.groupNotFound (404); forbidden, call.blocked (403); call.notGroup, call.ended, call.full,
 * call.onOtherDevice (409)
 */
export const rejoinCall = (deps: Deps, viewer: SignedIn, callId: string): Promise<Call> =>
  changeCalls(deps, async (tx) => {
    const call = await readCall(tx, viewer, callId)
    if (!call.isGroupCall) throw new AppError('call.notGroup')
    if (call.endedAt !== null) throw new AppError('call.ended')
    authorize(viewer, 'call:rejoin', call)
    await assertWelcome(tx, viewer, call)
    await leaveOtherCall(tx, deps, viewer, callId)
    const earlierId = call.HostUserId === viewer.id ? undefined : sessionToRejoin(call.sessions, viewer.id)?.id
    await applyToCall(tx, callId, (state) => {
      const earlier = state.sessions.find((session) => session.id === earlierId)
      return rejoin(state, { userId: viewer.id, deviceId: viewer.deviceId }, earlier, newId(), deps.now())
    })
    return callOf(await readCall(tx, viewer, callId), viewer.id)
  })

/**
 * The call of a group chat is for its members. Without a group chat, a user who blocks one of the participants, or is
 * blocked by one, does not come back to them.
 */
async function assertWelcome(tx: Db, viewer: SignedIn, { MessageGroupId, participants }: SharedCall): Promise<void> {
  if (MessageGroupId !== null) {
    if (!(await groupMembersAmong(tx, MessageGroupId, [viewer.id])).has(viewer.id)) throw new AppError('call.groupNotFound')
    return
  }
  const others = participants.map(({ userId }) => userId).filter((id) => id !== viewer.id)
  if (others.length > 0 && (await isBlockedBetween(tx, viewer.id, others))) throw new AppError('call.blocked')
}

import { callOf, freeSeatsOf, isInCall } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { command } from '#/db/command.ts'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { Transaction, Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong } from '#/features/accounts/people/people-by-id.service.ts'
import { groupMembersAmong, isBlockedBetween } from '#/features/messaging/relations.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { accept, invite, isActive, leave, newCall } from './call-state.ts'
import { applyToCall, changeCalls, writeNewCall } from './call-writes.service.ts'
import { loadCall, readCall } from './calls.service.ts'
import { participationOf, ringingPersonalSession } from './calls.sql.ts'

/**
 * Calls another user. Two users who call each other at once get one call: the later request accepts the call of the earlier one.
 * @returns the call, and whether it is new
 * @throws call.withSelf (400); call.personNotFound (404); call.blocked (403); call.onOtherDevice (409)
 */
export function startPersonalCall(deps: Deps, viewer: SignedIn, receiverId: string): Promise<{ call: Call; isNew: boolean }> {
  if (receiverId === viewer.id) throw new AppError('call.withSelf')
  return changeCalls(deps, async (tx) => {
    await assertCallable(tx, viewer, [receiverId])
    const begun = await ownPersonalCall(tx, viewer, receiverId)
    if (begun !== null) return { call: callOf(await readCall(tx, viewer, begun), viewer.id), isNew: false }
    await leaveOtherCall(tx, deps, viewer)
    const ringing = await ringingPersonalSession(tx, receiverId, viewer.id)
    const callId = ringing?.call_id ?? newId()
    if (ringing) await applyToCall(tx, callId, (state) => accept(state, ringing.id, viewer.deviceId, deps.now()))
    else await insertNewCall(tx, deps, viewer, { id: callId, receiverIds: [receiverId], isGroup: false, threadId: null })
    return { call: callOf(await readCall(tx, viewer, callId), viewer.id), isNew: ringing === undefined }
  })
}

interface GroupCallInput {
  readonly receiverIds: readonly string[]
  /** The group chat whose members all of them must be; null without one. */
  readonly threadId: string | null
}

/**
 * Calls several users together. The same client id returns the same call.
 * @throws call.withSelf (400); call.personNotFound, call.groupNotFound (404); call.blocked (403); call.onOtherDevice, conflict (409)
 */
export function startGroupCall(deps: Deps, viewer: SignedIn, input: GroupCallInput, clientId: string | undefined): Promise<Call> {
  const { receiverIds, threadId } = input
  if (receiverIds.includes(viewer.id)) throw new AppError('call.withSelf')
  const callOfViewer = async (tx: Tx, id: string) => callOf(await readCall(tx, viewer, id), viewer.id)
  const transaction: Transaction = (work) => changeCalls(deps, work)
  return command(
    { transaction },
    { viewer, name: 'call:startGroup', clientId, body: input },
    async (tx, id) => {
      if (threadId !== null && !(await groupMembersAmong(tx, threadId, [viewer.id])).has(viewer.id))
        throw new AppError('call.groupNotFound')
      await assertCallable(tx, viewer, receiverIds)
      await assertGroupMembers(tx, threadId, receiverIds)
      await leaveOtherCall(tx, deps, viewer)
      await insertNewCall(tx, deps, viewer, { id, receiverIds, isGroup: true, threadId })
      return callOfViewer(tx, id)
    },
    callOfViewer,
  )
}

/**
 * Invites more users to a group call. Users who are in it or ringing are skipped.
 * @throws call.notFound, call.personNotFound (404); forbidden, call.blocked (403); call.ended, call.notGroup, call.full (409)
 */
export function addCallMembers(deps: Deps, viewer: SignedIn, callId: string, receiverIds: readonly string[]): Promise<Call> {
  return changeCalls(deps, async (tx) => {
    const call = await readCall(tx, viewer, callId)
    if (!call.isGroupCall) throw new AppError('call.notGroup')
    if (call.endedAt !== null) throw new AppError('call.ended')
    if (isInCall(call, viewer.id) && freeSeatsOf(call) === 0) throw new AppError('call.full')
    authorize(viewer, 'call:addMembers', call)
    const others = receiverIds.filter((id) => id !== viewer.id)
    await assertCallable(tx, viewer, others)
    await assertGroupMembers(tx, call.MessageGroupId, others)
    const ids = others.map(() => newId())
    await applyToCall(tx, callId, (state) => invite(state, viewer.id, others, ids, deps.now()))
    return callOf(await readCall(tx, viewer, callId), viewer.id)
  })
}

async function insertNewCall(
  tx: Tx,
  deps: Deps,
  viewer: SignedIn,
  { id, receiverIds, isGroup, threadId }: GroupCallInput & { readonly id: string; readonly isGroup: boolean },
): Promise<void> {
  const at = deps.now()
  const row = { id, is_group: isGroup, host_id: viewer.id, thread_id: threadId, version: 1, created_at: at, ended_at: null }
  const ids = receiverIds.map(() => newId())
  await writeNewCall(tx, invite(newCall(row, viewer.deviceId, at), viewer.id, receiverIds, ids, at))
}

/** The id of a personal call between the two that the viewer is in on this device; null without one. */
async function ownPersonalCall(tx: Db, viewer: SignedIn, otherId: string): Promise<string | null> {
  const own = await participationOf(tx, viewer.id)
  if (!own || own.device_id !== viewer.deviceId) return null
  const { call, sessions } = await loadCall(tx, own.call_id)
  const isWithOther = call.host_id === otherId || sessions.some((session) => isActive(session) && session.receiver_id === otherId)
  return !call.is_group && isWithOther ? call.id : null
}

/** Ends the viewer's participation in another call on this device. @throws call.onOtherDevice (409) */
export async function leaveOtherCall(tx: Tx, deps: Deps, viewer: SignedIn, exceptCallId?: string): Promise<void> {
  const own = await participationOf(tx, viewer.id)
  if (!own || own.call_id === exceptCallId) return
  if (own.device_id !== viewer.deviceId) throw new AppError('call.onOtherDevice')
  await applyToCall(tx, own.call_id, (state) => leave(state, viewer.id, deps.now()))
}

/** @throws call.personNotFound (404) for unknown and deactivated users; call.blocked (403) if one of them and the viewer block. */
async function assertCallable(tx: Db, viewer: SignedIn, receiverIds: readonly string[]): Promise<void> {
  if (receiverIds.length === 0) return
  const active = await activeIdsAmong(tx, receiverIds)
  if (receiverIds.some((id) => !active.has(id))) throw new AppError('call.personNotFound')
  if (await isBlockedBetween(tx, viewer.id, receiverIds)) throw new AppError('call.blocked')
}

/** @throws call.personNotFound (404) for users who are not members of the group chat of the call. */
async function assertGroupMembers(tx: Db, threadId: string | null, receiverIds: readonly string[]): Promise<void> {
  if (threadId === null || receiverIds.length === 0) return
  const members = await groupMembersAmong(tx, threadId, receiverIds)
  if (receiverIds.some((id) => !members.has(id))) throw new AppError('call.personNotFound')
}

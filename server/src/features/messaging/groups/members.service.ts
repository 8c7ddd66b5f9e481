import type { ThreadMember } from '@noroshi/contract/messaging/threads.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong } from '#/features/accounts/people/people-by-id.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { inviteThoseWhoLeft } from './group-invitations.service.ts'
import { insertLeft } from './group-invitations.sql.ts'
import { insertIntoGroup } from './group-membership.service.ts'
import { deleteMember, memberOf, nextAdminOf, membersOf, memberWithPerson, updateAdmin } from './members.sql.ts'
import { assertNotBlockedBy } from '../relations.service.ts'
import { presentMember } from '../threads.present.ts'
import { membershipIn, emitThreadChanged } from '../threads.service.ts'
import { lockThread, raiseThreadVersion } from '../threads.sql.ts'
import { emitWatermarks, type Watermarks } from '../watermarks.service.ts'

type GroupAbility =
  | 'group:edit'
  | 'group:addMembers'
  | 'group:removeMember'
  | 'group:makeAdmin'
  | 'group:removeAdmin'
  | 'group:leave'

/**
 * Locks a group, checks the ability and runs the change. Every change of a group uses it.
 * @param userId The member that the change concerns; null if it concerns the group.
 * @throws thread.notFound (404) for a viewer who is not a member and for a personal thread; thread.notAllowed or
 * forbidden (403).
 */
export const changeGroup = <Result>(
  deps: Deps,
  viewer: SignedIn,
  id: string,
  ability: GroupAbility,
  userId: string | null,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  deps.transaction(async (tx) => {
    const thread = await lockThread(tx, id)
    const membership = await membershipIn(tx, viewer, id)
    if (thread?.kind !== 'group') throw new AppError('thread.notFound')
    const facts = { isMember: true, isAdmin: membership.is_admin, userId }
    authorize(viewer, ability, facts, membership.is_admin ? 'forbidden' : 'thread.notAllowed')
    return change(tx)
  })

/** Returns all members of a group: the viewer first, then by name. @throws thread.notFound (404). */
export async function listMembers(deps: Deps, viewer: SignedIn, id: string) {
  await assertGroupMember(deps.db, viewer, id)
  return { items: (await membersOf(deps.db, id, viewer.id)).map(presentMember), nextCursor: null }
}

/** Returns the viewer's membership of a group. @throws thread.notFound (404). */
export async function readOwnMembership(deps: Deps, viewer: SignedIn, id: string): Promise<ThreadMember> {
  await assertGroupMember(deps.db, viewer, id)
  return readMember(deps.db, id, viewer.id)
}

async function assertGroupMember(db: Db, viewer: SignedIn, id: string): Promise<void> {
  if ((await membershipIn(db, viewer, id)).kind !== 'group') throw new AppError('thread.notFound')
}

/** @throws thread.memberNotFound (404). */
async function readMember(db: Db, id: string, userId: string): Promise<ThreadMember> {
  const row = await memberWithPerson(db, id, userId)
  if (!row) throw new AppError('thread.memberNotFound')
  return presentMember(row)
}

/**
 * Adds members. They read all messages and get the group's events immediately. Users who have left the group are invited instead
 * (decisions/0176).
 * @throws user.notFound (404) for an unknown or deactivated user; thread.notAddable (403) for one who blocks the viewer;
 * thread.tooManyMembers (409).
 */
export const addMembers = (deps: Deps, viewer: SignedIn, id: string, userIds: readonly string[]) =>
  changeGroup(deps, viewer, id, 'group:addMembers', null, async (tx) => {
    const active = await activeIdsAmong(tx, userIds)
    if (userIds.some((userId) => !active.has(userId))) throw new AppError('user.notFound')
    await assertNotBlockedBy(tx, viewer, userIds)
    const left = await inviteThoseWhoLeft(deps, tx, viewer, id, [...active])
    await insertIntoGroup(
      deps,
      tx,
      id,
      [...active].filter((userId) => !left.has(userId)),
    )
    return { items: (await membersOf(tx, id, viewer.id)).map(presentMember), nextCursor: null, invitedIds: [...left] }
  })

/**
 * Removes a member, who loses access to messages and events immediately.
 * @throws thread.memberNotFound (404); forbidden (403) if the viewer names themselves.
 */
export async function removeMember(deps: Deps, watermarks: Watermarks, viewer: SignedIn, id: string, userId: string) {
  await changeGroup(deps, viewer, id, 'group:removeMember', userId, (tx) => deleteAndEmit(deps, tx, id, userId))
  watermarks.changed(id)
}

/** Removes the viewer. Returns the version in which their right ended. If no active admin remains, the member who joined first becomes admin. */
export async function leaveGroup(deps: Deps, watermarks: Watermarks, viewer: SignedIn, id: string): Promise<number> {
  const left = await changeGroup(deps, viewer, id, 'group:leave', viewer.id, async (tx) => {
    const version = await deleteAndEmit(deps, tx, id, viewer.id)
    await insertLeft(tx, id, viewer.id, deps.now())
    await transferAdmin(deps, tx, id)
    return version
  })
  watermarks.changed(id)
  return left
}

/**
 * Makes a member admin if the group has no active admin. The caller holds the group's lock.
 * @returns true if a member became admin
 */
export async function transferAdmin(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const successorId = await nextAdminOf(tx, id)
  if (successorId === undefined || !(await updateAdmin(tx, id, successorId, true, deps.now()))) return false
  tx.emit('membership:changed', [userRoom(successorId)], {})
  return true
}

/** Removes a user from a group who lost the right to it, such as by the deletion of the account. Without a membership it changes nothing. */
export const dropMember = (deps: Deps, id: string, userId: string): Promise<void> =>
  deps.transaction(async (tx) => {
    await lockThread(tx, id)
    if (!(await memberOf(tx, id, userId))) return
    await deleteAndEmit(deps, tx, id, userId)
    await transferAdmin(deps, tx, id)
    await emitWatermarks(tx, [id])
  })

/** Returns the version in which the member's right ended. */
async function deleteAndEmit(deps: Deps, tx: Tx, id: string, userId: string): Promise<number> {
  if (!(await deleteMember(tx, id, userId))) throw new AppError('thread.memberNotFound')
  await raiseThreadVersion(tx, id, deps.now(), -1)
  tx.emit('membership:changed', [userRoom(userId)], {})
  tx.emitInternal('thread:memberRemoved', { threadId: id, userId })
  const { version } = await emitThreadChanged(tx, id)
  tx.emit('message-threads:removed', [userRoom(userId)], { id, version })
  return version
}

export const makeAdmin = (deps: Deps, viewer: SignedIn, id: string, userId: string): Promise<ThreadMember> =>
  changeGroup(deps, viewer, id, 'group:makeAdmin', userId, (tx) => setAdmin(deps, tx, id, userId, true))

export const removeAdmin = (deps: Deps, viewer: SignedIn, id: string, userId: string): Promise<ThreadMember> =>
  changeGroup(deps, viewer, id, 'group:removeAdmin', userId, (tx) => setAdmin(deps, tx, id, userId, false))

/** @throws thread.memberNotFound (404). */
async function setAdmin(deps: Deps, tx: Tx, id: string, userId: string, isAdmin: boolean): Promise<ThreadMember> {
  if (await updateAdmin(tx, id, userId, isAdmin, deps.now())) {
    await raiseThreadVersion(tx, id, deps.now())
    tx.emit('membership:changed', [userRoom(userId)], {})
    await emitThreadChanged(tx, id)
  }
  return readMember(tx, id, userId)
}

import { can } from '@noroshi/contract/abilities'
import { GROUP_MEMBERS_MAX } from '@noroshi/contract/limits'
import type { ThreadMember } from '@noroshi/contract/messaging/threads.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeOf } from '#/features/accounts/people-by-id.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { threadPageRoom, threadRoom, userRoom } from '#/realtime/rooms.ts'
import { deleteMember, heirOf, insertMembers, membersOf, memberWithPerson, updateAdmin } from './members.sql.ts'
import { presentMember } from './threads.present.ts'
import { membershipIn, readShared, tellChanged } from './threads.service.ts'
import { threadForUpdate, touchThread } from './threads.sql.ts'
import type { Watermarks } from './watermarks.service.ts'

type GroupAbility =
  | 'group:edit'
  | 'group:addMembers'
  | 'group:removeMember'
  | 'group:makeAdmin'
  | 'group:removeAdmin'
  | 'group:leave'

/**
 * The one way a group changes: under its lock, by who may; `userId`: whom it is about.
 * @throws thread.notFound (404) for who is not in it and for a personal thread; thread.notAllowed or forbidden (403).
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
    const thread = await threadForUpdate(tx, id)
    const mine = await membershipIn(tx, viewer, id)
    if (thread?.kind !== 'group') throw new AppError('thread.notFound')
    const facts = { isMember: true, isAdmin: mine.is_admin, userId }
    if (!can(viewer, ability, facts)) throw new AppError(mine.is_admin ? 'forbidden' : 'thread.notAllowed')
    return change(tx)
  })

/** All members of a group, oneself first, then by name. @throws thread.notFound (404). */
export async function listMembers(deps: Deps, viewer: SignedIn, id: string) {
  await inGroup(deps.db, viewer, id)
  return { items: (await membersOf(deps.db, id, viewer.id)).map(presentMember), nextCursor: null }
}

/** What oneself is in a group. @throws thread.notFound (404). */
export async function readOwnMembership(deps: Deps, viewer: SignedIn, id: string): Promise<ThreadMember> {
  await inGroup(deps.db, viewer, id)
  return readMember(deps.db, id, viewer.id)
}

async function inGroup(db: Db, viewer: SignedIn, id: string): Promise<void> {
  if ((await membershipIn(db, viewer, id)).kind !== 'group') throw new AppError('thread.notFound')
}

/** @throws thread.memberNotFound (404). */
async function readMember(db: Db, id: string, userId: string): Promise<ThreadMember> {
  const row = await memberWithPerson(db, id, userId)
  if (!row) throw new AppError('thread.memberNotFound')
  return presentMember(row)
}

/** At once they hear and read all of it. @throws user.notFound (404) for somebody unknown or deactivated; thread.tooManyMembers (409). */
export const addMembers = (deps: Deps, viewer: SignedIn, id: string, userIds: readonly string[]) =>
  changeGroup(deps, viewer, id, 'group:addMembers', null, async (tx) => {
    const active = await activeOf(tx, userIds)
    if (userIds.some((userId) => !active.has(userId))) throw new AppError('user.notFound')
    const asMember = (userId: string) => ({ userId, isAdmin: false, hasAccepted: true })
    const added = await insertMembers(tx, id, [...active].map(asMember), deps.now())
    if (added.length > 0) {
      await touchThread(tx, id, deps.now(), added.length)
      const group = await readShared(tx, id)
      if (group.memberCount > GROUP_MEMBERS_MAX) throw new AppError('thread.tooManyMembers', { max: GROUP_MEMBERS_MAX })
      tx.beforeTelling(() => deps.realtime.joinRoom(added, threadRoom(id)))
      const rooms = added.map(userRoom)
      tx.announce('message-threads:new_group', rooms, group)
      tx.announce('membership:changed', rooms, {})
      await tellChanged(tx, id)
    }
    return { items: (await membersOf(tx, id, viewer.id)).map(presentMember), nextCursor: null }
  })

/** At once they hear and read no more of it. @throws thread.memberNotFound (404); forbidden (403) for oneself. */
export async function removeMember(deps: Deps, watermarks: Watermarks, viewer: SignedIn, id: string, userId: string) {
  await changeGroup(deps, viewer, id, 'group:removeMember', userId, (tx) => takeOut(deps, tx, id, userId))
  watermarks.changed(id)
}

/** Where the last active admin leaves, who is longest in it becomes one. */
export async function leaveGroup(deps: Deps, watermarks: Watermarks, viewer: SignedIn, id: string): Promise<void> {
  await changeGroup(deps, viewer, id, 'group:leave', viewer.id, async (tx) => {
    await takeOut(deps, tx, id, viewer.id)
    await handOver(deps, tx, id)
  })
  watermarks.changed(id)
}

/** Under the group's lock. True where somebody became its admin. */
export async function handOver(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const heir = await heirOf(tx, id)
  if (heir === undefined || !(await updateAdmin(tx, id, heir, true, deps.now()))) return false
  tx.announce('membership:changed', [userRoom(heir)], {})
  return true
}

async function takeOut(deps: Deps, tx: Tx, id: string, userId: string): Promise<void> {
  if (!(await deleteMember(tx, id, userId))) throw new AppError('thread.memberNotFound')
  await touchThread(tx, id, deps.now(), -1)
  tx.beforeTelling(() => {
    deps.realtime.leaveRoom([userId], threadRoom(id))
    deps.realtime.leaveRoom([userId], threadPageRoom(id))
  })
  tx.announce('membership:changed', [userRoom(userId)], {})
  await tellChanged(tx, id)
}

export const makeAdmin = (deps: Deps, viewer: SignedIn, id: string, userId: string): Promise<ThreadMember> =>
  changeGroup(deps, viewer, id, 'group:makeAdmin', userId, (tx) => setAdmin(deps, tx, id, userId, true))

export const removeAdmin = (deps: Deps, viewer: SignedIn, id: string, userId: string): Promise<ThreadMember> =>
  changeGroup(deps, viewer, id, 'group:removeAdmin', userId, (tx) => setAdmin(deps, tx, id, userId, false))

/** @throws thread.memberNotFound (404). */
async function setAdmin(deps: Deps, tx: Tx, id: string, userId: string, isAdmin: boolean): Promise<ThreadMember> {
  if (await updateAdmin(tx, id, userId, isAdmin, deps.now())) {
    await touchThread(tx, id, deps.now())
    tx.announce('membership:changed', [userRoom(userId)], {})
    await tellChanged(tx, id)
  }
  return readMember(tx, id, userId)
}

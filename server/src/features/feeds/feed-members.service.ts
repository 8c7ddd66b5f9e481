import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import { FeedFlags, type FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong } from '#/features/accounts/people/people-by-id.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { feedRoom } from './feeds.rooms.ts'
import {
  deleteMember,
  type FeedMemberRow,
  feedMembers,
  insertMembers,
  memberById,
  memberOfUser,
  updateMember,
} from './feed-members.sql.ts'
import { factsOf, presentMember } from './feeds.present.ts'
import { openFeed, openPublicFeed } from './feeds.service.ts'
import { type FeedRow, lockFeed } from './feeds.sql.ts'

type SomeFlags = { readonly [Name in keyof FeedFlags]?: boolean | undefined }
interface Members {
  items: FeedMember[]
  nextCursor: null
}

const NO_FLAG = { can_post: false, can_update: false, can_moderate_posts: false, can_moderate_members: false }
/** Max names in the audit record of one change. */
const AUDIT_NAMES_MAX = 20

const membersOf = async (db: Db, feed: FeedRow): Promise<Members> => ({
  items: (await feedMembers(db, feed.id, feed.created_by)).map(presentMember),
  nextCursor: null,
})

/** Returns the members of a feed: the creator first, then by name. @throws feed.notFound (404). */
export const listMembers = async ({ db }: Deps, viewer: Viewer, id: string): Promise<Members> =>
  membersOf(db, await openFeed(db, viewer, id))

export const listPublicMembers = async ({ db }: Deps, viewer: Viewer, id: string): Promise<Members> =>
  membersOf(db, await openPublicFeed(db, viewer, id))

/**
 * Returns the viewer's membership; null if they are not a member.
 * @throws feed.notFound (404) for a feed that the viewer may not read.
 */
export async function findOwnMembership({ db }: Deps, viewer: SignedIn, id: string): Promise<FeedMember | null> {
  await openFeed(db, viewer, id)
  const row = await memberOfUser(db, id, viewer.id)
  return row ? presentMember(row) : null
}

/**
 * Returns the viewer's membership.
 * @throws feed.notFound (404) for a feed that the viewer may not read; feed.memberNotFound (404).
 */
export const readOwnMembership = async (deps: Deps, viewer: SignedIn, id: string): Promise<FeedMember> =>
  assertFound(await findOwnMembership(deps, viewer, id))

function assertFound<Found>(found: Found | null | undefined): Found {
  if (!found) throw new AppError('feed.memberNotFound')
  return found
}

/**
 * Adds members, who may read a closed feed immediately.
 * @throws feed.notFound, feed.personNotFound (404); feed.notAllowed (403).
 */
export const addMembers = (deps: Deps, auditActor: AuditActor, id: string, userIds: readonly string[]): Promise<Members> =>
  deps.transaction(async (tx) => {
    const feed = await loadManagedFeed(tx, auditActor, id)
    const people = [...new Set(userIds)]
    if ((await activeIdsAmong(tx, people)).size < people.length) throw new AppError('feed.personNotFound')
    const added = await insertMembers(tx, id, people, NO_FLAG, deps.now())
    const members = await membersOf(tx, feed)
    if (added.length > 0) {
      const names = members.items.filter((member) => added.includes(member.UserId)).map((member) => member.user.fullName)
      const details = { name: feed.name, people: names.slice(0, AUDIT_NAMES_MAX), count: added.length }
      await recordAdminAudit(tx, auditActor, 'feed.membersAdded', feed, details)
      emitMembers(tx, id, added)
    }
    return members
  })

/**
 * Changes the given flags of a member; omitted flags keep their values.
 * @throws feed.notFound, feed.memberNotFound (404); feed.notAllowed, feed.flagNotHeld (403).
 */
export const changeMember = (
  deps: Deps,
  auditActor: AuditActor,
  id: string,
  memberId: string,
  flags: SomeFlags,
): Promise<FeedMember> =>
  deps.transaction(async (tx) => {
    const { feed, member } = await loadChangeableMember(tx, auditActor, id, memberId)
    assertGrants(auditActor, feed, member, flags)
    await updateMember(tx, memberId, columnsOf(flags), deps.now())
    await recordAdminAudit(tx, auditActor, 'feed.memberChanged', feed, { name: feed.name, people: [nameOf(member)], ...flags })
    emitMembers(tx, id, [member.user_id])
    return presentMember(assertFound(await memberById(tx, id, memberId)))
  })

/**
 * Removes a member, who loses access to a closed feed and to its events immediately.
 * @throws feed.notFound, feed.memberNotFound (404); feed.notAllowed (403).
 */
export const removeMember = (deps: Deps, auditActor: AuditActor, id: string, memberId: string): Promise<void> =>
  deps.transaction(async (tx) => {
    const { feed, member } = await loadChangeableMember(tx, auditActor, id, memberId)
    await deleteMember(tx, memberId)
    await recordAdminAudit(tx, auditActor, 'feed.memberRemoved', feed, { name: feed.name, people: [nameOf(member)] })
    emitMembers(tx, id, [member.user_id])
  })

/** Locks and returns a feed whose members the actor may change. @throws feed.notFound (404); feed.notAllowed (403). */
async function loadManagedFeed(tx: Tx, { actor }: AuditActor, id: string): Promise<FeedRow> {
  await lockFeed(tx, id, 'change')
  const feed = await openFeed(tx, actor, id)
  authorize(actor, 'feed:manageMembers', factsOf(feed), 'feed.notAllowed')
  return feed
}

async function loadChangeableMember(tx: Tx, auditActor: AuditActor, id: string, memberId: string) {
  const feed = await loadManagedFeed(tx, auditActor, id)
  const member = assertFound(await memberById(tx, id, memberId))
  const facts = { ...factsOf(feed), UserId: member.user_id, CreatedByUserId: feed.created_by, isActive: member.is_active }
  authorize(auditActor.actor, 'feed:changeMember', facts, 'feed.notAllowed')
  return { feed, member }
}

/** @throws feed.flagNotHeld (403) for a flag that the member does not have yet and that the actor may not grant. */
function assertGrants({ actor }: AuditActor, feed: FeedRow, row: FeedMemberRow, flags: SomeFlags): void {
  const member = presentMember(row)
  const granted = FeedFlags.keyof().options.filter((flag) => flags[flag] === true && !member[flag])
  if (granted.some((flag) => !can(actor, 'feed:grantFlag', { ...factsOf(feed), flag }))) throw new AppError('feed.flagNotHeld')
}

function emitMembers(tx: Tx, feedId: string, userIds: readonly string[]): void {
  tx.emit('membership:changed', userIds.map(userRoom), {})
  tx.emit('feed:changed', [feedRoom(feedId), ...userIds.map(userRoom)], { FeedId: feedId })
}

const nameOf = (member: FeedMemberRow): string => presentMember(member).user.fullName

async function recordAdminAudit(tx: Tx, auditActor: AuditActor, action: string, feed: FeedRow, details: Record<string, unknown>) {
  if (auditActor.actor.isAdmin) await recordAudit(tx, { ...auditActor, action, targetKind: 'feed', targetId: feed.id, details })
}

const columnsOf = ({ canPost, canUpdate, canModeratePosts, canModerateMembers }: SomeFlags) => ({
  ...(canPost !== undefined && { can_post: canPost }),
  ...(canUpdate !== undefined && { can_update: canUpdate }),
  ...(canModeratePosts !== undefined && { can_moderate_posts: canModeratePosts }),
  ...(canModerateMembers !== undefined && { can_moderate_members: canModerateMembers }),
})

import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { FeedFlags, FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { activeOf } from '#/features/accounts/people-by-id.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { Doer, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { feedRoom, isRoomOfFeed, userRoom } from '#/realtime/rooms.ts'
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
/** Names that the log keeps of a change of many people. */
const NAMES_KEPT = 20

const membersOf = async (db: Db, feed: FeedRow): Promise<Members> => ({
  items: (await feedMembers(db, feed.id, feed.created_by)).map(presentMember),
  nextCursor: null,
})

/** By name, the creator first. @throws feed.notFound (404). */
export const listMembers = async ({ db }: Deps, viewer: Viewer, id: string): Promise<Members> =>
  membersOf(db, await openFeed(db, viewer, id))

export const listPublicMembers = async ({ db }: Deps, viewer: Viewer, id: string): Promise<Members> =>
  membersOf(db, await openPublicFeed(db, viewer, id))

/** What oneself is in a feed. @throws feed.notFound (404) for a feed that one may not read; feed.memberNotFound (404). */
export async function readOwnMembership({ db }: Deps, viewer: SignedIn, id: string): Promise<FeedMember> {
  await openFeed(db, viewer, id)
  return presentMember(there(await memberOfUser(db, id, viewer.id)))
}

function there(row: FeedMemberRow | undefined): FeedMemberRow {
  if (!row) throw new AppError('feed.memberNotFound')
  return row
}

/** At once they read a closed feed. @throws feed.notFound, feed.personNotFound (404); feed.notAllowed (403). */
export const addMembers = (deps: Deps, doer: Doer, id: string, userIds: readonly string[]): Promise<Members> =>
  deps.transaction(async (tx) => {
    const feed = await managed(tx, doer, id)
    const people = [...new Set(userIds)]
    if ((await activeOf(tx, people)).size < people.length) throw new AppError('feed.personNotFound')
    const added = await insertMembers(tx, id, people, NO_FLAG, deps.now())
    const members = await membersOf(tx, feed)
    if (added.length > 0) {
      const names = members.items.filter((member) => added.includes(member.UserId)).map((member) => member.user.fullName)
      const details = { name: feed.name, people: names.slice(0, NAMES_KEPT), count: added.length }
      await noteOfAdmin(tx, doer, 'feed.membersAdded', feed, details)
      tell(tx, id, added)
    }
    return members
  })

/** What is not sent stays. @throws feed.notFound, feed.memberNotFound (404); feed.notAllowed (403). */
export const changeMember = (deps: Deps, doer: Doer, id: string, memberId: string, flags: SomeFlags): Promise<FeedMember> =>
  deps.transaction(async (tx) => {
    const { feed, member } = await changeable(tx, doer, id, memberId)
    await updateMember(tx, memberId, columnsOf(flags), deps.now())
    await noteOfAdmin(tx, doer, 'feed.memberChanged', feed, { name: feed.name, people: [nameOf(member)], ...flags })
    // What they have open is joined anew, by what they may do now.
    tx.beforeTelling(() => deps.realtime.evict(userRoom(member.user_id), [], isRoomOfFeed(id)))
    tell(tx, id, [member.user_id])
    return presentMember(there(await memberById(tx, id, memberId)))
  })

/** At once they hear and read no more of a closed feed. @throws feed.notFound, feed.memberNotFound (404); feed.notAllowed (403). */
export const removeMember = (deps: Deps, doer: Doer, id: string, memberId: string): Promise<void> =>
  deps.transaction(async (tx) => {
    const { feed, member } = await changeable(tx, doer, id, memberId)
    await deleteMember(tx, memberId)
    await noteOfAdmin(tx, doer, 'feed.memberRemoved', feed, { name: feed.name, people: [nameOf(member)] })
    tx.beforeTelling(() => deps.realtime.evict(userRoom(member.user_id), [], isRoomOfFeed(id)))
    tell(tx, id, [member.user_id])
  })

/** The feed locked against other changes of its members, for who may make them. */
async function managed(tx: Tx, { actor }: Doer, id: string): Promise<FeedRow> {
  await lockFeed(tx, id, 'change')
  const feed = await openFeed(tx, actor, id)
  if (!can(actor, 'feed:manageMembers', factsOf(feed))) throw new AppError('feed.notAllowed')
  return feed
}

async function changeable(tx: Tx, doer: Doer, id: string, memberId: string) {
  const feed = await managed(tx, doer, id)
  const member = there(await memberById(tx, id, memberId))
  const facts = { ...factsOf(feed), UserId: member.user_id, CreatedByUserId: feed.created_by }
  if (!can(doer.actor, 'feed:changeMember', facts)) throw new AppError('feed.notAllowed')
  return { feed, member }
}

function tell(tx: Tx, feedId: string, userIds: readonly string[]): void {
  tx.announce('membership:changed', userIds.map(userRoom), {})
  tx.announce('feed:changed', [feedRoom(feedId)], { FeedId: feedId })
}

const nameOf = (member: FeedMemberRow): string => presentMember(member).user.fullName

async function noteOfAdmin(tx: Tx, doer: Doer, action: string, feed: FeedRow, details: Record<string, unknown>) {
  if (doer.actor.isAdmin) await recordAudit(tx, { ...doer, action, targetKind: 'feed', targetId: feed.id, details })
}

const columnsOf = ({ canPost, canUpdate, canModeratePosts, canModerateMembers }: SomeFlags) => ({
  ...(canPost !== undefined && { can_post: canPost }),
  ...(canUpdate !== undefined && { can_update: canUpdate }),
  ...(canModeratePosts !== undefined && { can_moderate_posts: canModeratePosts }),
  ...(canModerateMembers !== undefined && { can_moderate_members: canModerateMembers }),
})

import { z } from 'zod'
import { defineRoutes, EmptyReply, listOf, Uuid } from '../define.ts'
import { MemberParams, Member, MembersToAdd } from '../members.ts'

/** The rights of a member beyond reading (specification, section 6). */
export const FeedFlags = z.object({
  /** Post in feeds in which not all users may post. */
  canPost: z.boolean('common.wrongType'),
  /** Edit and delete the posts of others. */
  canUpdate: z.boolean('common.wrongType'),
  /** See pending posts, and approve or reject them. */
  canModeratePosts: z.boolean('common.wrongType'),
  /** Add and remove members, and change their flags; grants only flags that the member has. */
  canModerateMembers: z.boolean('common.wrongType'),
})
export type FeedFlags = z.infer<typeof FeedFlags>

/** A member of a feed (specification, section 3). */
export const FeedMember = FeedFlags.extend({
  ...Member.shape,
  FeedId: Uuid,
}).meta({ id: 'FeedMember' })
export type FeedMember = z.infer<typeof FeedMember>

const IdParams = z.object({ id: Uuid })

/** The user's own membership; null if the user is not a member. */
export const OwnFeedMembership = z.object({ membership: FeedMember.nullable() }).meta({ id: 'OwnFeedMembership' })

export const feedMemberRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/feeds/:id/members',
    access: 'member',
    params: IdParams,
    errors: ['feed.notFound'],
    reply: listOf(FeedMember),
    summary: 'All members of a feed: the creator first, the others by name.',
  },
  listPublic: {
    method: 'GET',
    path: '/feeds/:id/members/public',
    access: 'public',
    params: IdParams,
    errors: ['feed.notFound'],
    reply: listOf(FeedMember),
    summary: 'The same without a session, for public feeds.',
  },
  mine: {
    method: 'GET',
    path: '/feeds/:id/members/me',
    access: 'member',
    params: IdParams,
    errors: ['feed.notFound', 'feed.memberNotFound'],
    reply: FeedMember,
    summary: 'The own membership in a feed; 404 for users who are not members.',
  },
  membership: {
    method: 'GET',
    path: '/feeds/:id/membership',
    access: 'member',
    params: IdParams,
    errors: ['feed.notFound'],
    reply: OwnFeedMembership,
    summary: 'The own membership in a feed; null for users who are not members.',
  },
  add: {
    method: 'POST',
    path: '/feeds/:id/members/multiple-members',
    access: 'member',
    params: IdParams,
    body: MembersToAdd,
    errors: ['feed.notFound', 'feed.notAllowed', 'feed.personNotFound'],
    status: 201,
    reply: listOf(FeedMember),
    summary: 'Add users without flags. Existing members stay unchanged. Returns all members.',
  },
  change: {
    method: 'PUT',
    path: '/feeds/:id/members/:memberId',
    access: 'member',
    params: MemberParams,
    /** Flags that are not sent stay unchanged. */
    body: FeedFlags.partial(),
    errors: ['feed.notFound', 'feed.notAllowed', 'feed.flagNotHeld', 'feed.memberNotFound'],
    reply: FeedMember,
    summary:
      'Change a member’s flags. A manager grants only flags that they have; only administrators change their own. The creator’s change only by an administrator while the creator is deactivated.',
  },
  remove: {
    method: 'DELETE',
    path: '/feeds/:id/members/:memberId',
    access: 'member',
    params: MemberParams,
    errors: ['feed.notFound', 'feed.notAllowed', 'feed.memberNotFound'],
    reply: EmptyReply,
    summary:
      'Remove a member. Only administrators remove themselves. The creator is removed only by an administrator while the creator is deactivated.',
  },
})

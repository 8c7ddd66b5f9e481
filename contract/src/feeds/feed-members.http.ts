import { z } from 'zod'
import { defineRoutes, Done, listOf, Uuid } from '../define.ts'
import { ByMember, Member, MembersToAdd } from '../members.ts'

/** What a member may do beyond reading (specification, section 6). */
export const FeedFlags = z.object({
  /** Post where not anybody may. */
  canPost: z.boolean('common.wrongType'),
  /** Edit and delete the posts of others. */
  canUpdate: z.boolean('common.wrongType'),
  /** See posts that wait, and approve or reject them. */
  canModeratePosts: z.boolean('common.wrongType'),
  /** Add and remove members, and change their flags. */
  canModerateMembers: z.boolean('common.wrongType'),
})
export type FeedFlags = z.infer<typeof FeedFlags>

/** Somebody in a feed (specification, section 3). */
export const FeedMember = FeedFlags.extend({
  ...Member.shape,
  FeedId: Uuid,
}).meta({ id: 'FeedMember' })
export type FeedMember = z.infer<typeof FeedMember>

const ById = z.object({ id: Uuid })

export const feedMemberRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/feeds/:id/members',
    access: 'member',
    params: ById,
    reply: listOf(FeedMember),
    summary: 'All members of a feed that oneself may read, by name, its creator first.',
  },
  listPublic: {
    method: 'GET',
    path: '/feeds/:id/members/public',
    access: 'public',
    params: ById,
    reply: listOf(FeedMember),
    summary: 'The same of a public feed, for everybody.',
  },
  mine: {
    method: 'GET',
    path: '/feeds/:id/members/me',
    access: 'member',
    params: ById,
    reply: FeedMember,
    summary: 'What oneself is in a feed; 404 for who is no member.',
  },
  add: {
    method: 'POST',
    path: '/feeds/:id/members/multiple-members',
    access: 'member',
    params: ById,
    body: MembersToAdd,
    status: 201,
    reply: listOf(FeedMember),
    summary: 'Add people, without any flag yet; who is in it already stays as they are. Answers all members.',
  },
  change: {
    method: 'PUT',
    path: '/feeds/:id/members/:memberId',
    access: 'member',
    params: ByMember,
    /** What is not sent stays. */
    body: FeedFlags.partial(),
    reply: FeedMember,
    summary: 'Change a member’s flags; never one’s own and never the creator’s, but for administrators.',
  },
  remove: {
    method: 'DELETE',
    path: '/feeds/:id/members/:memberId',
    access: 'member',
    params: ByMember,
    reply: Done,
    summary: 'Remove a member; never oneself and never the creator, but for administrators.',
  },
})

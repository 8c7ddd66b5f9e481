import { z } from 'zod'
import { defineRoutes, Done, listOf, Uuid } from '../define.ts'
import { ByMember, Member, MembersToAdd } from '../members.ts'

/** What a member of a page may do beyond reading (specification, section 6). */
export const PageFlags = z.object({
  /** Edit the content and submit it for review. */
  canUpdate: z.boolean('common.wrongType'),
  /** Publish directly, approve and reject drafts, see the history. */
  canModerateUpdates: z.boolean('common.wrongType'),
  /** Add and remove members, and change their flags. */
  canModerateMembers: z.boolean('common.wrongType'),
})
export type PageFlags = z.infer<typeof PageFlags>

/** Somebody who works on a page (specification, section 3). */
export const PageMember = PageFlags.extend({
  ...Member.shape,
  PageId: Uuid,
}).meta({ id: 'PageMember' })
export type PageMember = z.infer<typeof PageMember>

const ById = z.object({ id: Uuid })

export const pageMemberRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/pages/:id/members',
    access: 'member',
    params: ById,
    reply: listOf(PageMember),
    summary: 'All members of a page that oneself may read, its creator first, the others by name.',
  },
  listPublic: {
    method: 'GET',
    path: '/pages/:id/members/public',
    access: 'public',
    params: ById,
    reply: listOf(PageMember),
    summary: 'The same of a public page, for everybody.',
  },
  mine: {
    method: 'GET',
    path: '/pages/:id/members/me',
    access: 'member',
    params: ById,
    reply: PageMember,
    summary: 'What oneself is in a page; 404 for who is no member.',
  },
  add: {
    method: 'POST',
    path: '/pages/:id/members/multiple',
    access: 'member',
    params: ById,
    body: MembersToAdd,
    status: 201,
    reply: listOf(PageMember),
    summary: 'Add people, with canUpdate alone; who is in it already stays as they are. Answers all members.',
  },
  change: {
    method: 'PUT',
    path: '/pages/:id/members/:memberId',
    access: 'member',
    params: ByMember,
    /** What is not sent stays. */
    body: PageFlags.partial(),
    reply: PageMember,
    summary: 'Change a member’s flags; never one’s own and never the creator’s, but for administrators.',
  },
  remove: {
    method: 'DELETE',
    path: '/pages/:id/members/:memberId',
    access: 'member',
    params: ByMember,
    reply: Done,
    summary: 'Remove a member; never oneself and never the creator, but for administrators.',
  },
})

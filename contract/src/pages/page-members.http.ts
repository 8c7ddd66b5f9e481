import { z } from 'zod'
import { defineRoutes, EmptyReply, listOf, Uuid } from '../define.ts'
import { MemberParams, Member, MembersToAdd } from '../members.ts'

/** The rights of a member of a page beyond reading (specification, section 6). */
export const PageFlags = z.object({
  /** Edit the content and submit it for review. */
  canUpdate: z.boolean('common.wrongType'),
  /** Publish directly, approve and reject drafts, see the history. */
  canModerateUpdates: z.boolean('common.wrongType'),
  /** Add and remove members, and change their flags; grants only flags that the member has. */
  canModerateMembers: z.boolean('common.wrongType'),
})
export type PageFlags = z.infer<typeof PageFlags>

/** A member of a page (specification, section 3). */
export const PageMember = PageFlags.extend({
  ...Member.shape,
  PageId: Uuid,
}).meta({ id: 'PageMember' })
export type PageMember = z.infer<typeof PageMember>

const IdParams = z.object({ id: Uuid })

/** The user's own membership; null if the user is not a member. */
export const OwnPageMembership = z.object({ membership: PageMember.nullable() }).meta({ id: 'OwnPageMembership' })

export const pageMemberRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/pages/:id/members',
    access: 'member',
    params: IdParams,
    errors: ['page.notFound'],
    reply: listOf(PageMember),
    summary: 'All members of a page: the creator first, the others by name.',
  },
  listPublic: {
    method: 'GET',
    path: '/pages/:id/members/public',
    access: 'public',
    params: IdParams,
    errors: ['page.notFound'],
    reply: listOf(PageMember),
    summary: 'The same without a session, for public pages.',
  },
  mine: {
    method: 'GET',
    path: '/pages/:id/members/me',
    access: 'member',
    params: IdParams,
    errors: ['page.notFound', 'page.memberNotFound'],
    reply: PageMember,
    summary: 'The own membership in a page; 404 for users who are not members.',
  },
  membership: {
    method: 'GET',
    path: '/pages/:id/membership',
    access: 'member',
    params: IdParams,
    errors: ['page.notFound'],
    reply: OwnPageMembership,
    summary: 'The own membership in a page; null for users who are not members.',
  },
  add: {
    method: 'POST',
    path: '/pages/:id/members/multiple',
    access: 'member',
    params: IdParams,
    body: MembersToAdd,
    errors: ['page.notFound', 'page.notAllowed', 'page.personNotFound'],
    status: 201,
    reply: listOf(PageMember),
    summary:
      'Add users. They get canUpdate if the caller may grant it, and no other flags. Existing members stay unchanged. Returns all members.',
  },
  change: {
    method: 'PUT',
    path: '/pages/:id/members/:memberId',
    access: 'member',
    params: MemberParams,
    /** Flags that are not sent stay unchanged. */
    body: PageFlags.partial(),
    errors: ['page.notFound', 'page.notAllowed', 'page.flagNotHeld', 'page.memberNotFound'],
    reply: PageMember,
    summary:
      'Change a member’s flags. A manager grants only flags that they have; only administrators change their own. The creator’s change only by an administrator while the creator is deactivated.',
  },
  remove: {
    method: 'DELETE',
    path: '/pages/:id/members/:memberId',
    access: 'member',
    params: MemberParams,
    errors: ['page.notFound', 'page.notAllowed', 'page.memberNotFound'],
    reply: EmptyReply,
    summary:
      'Remove a member. Only administrators remove themselves. The creator is removed only by an administrator while the creator is deactivated.',
  },
})

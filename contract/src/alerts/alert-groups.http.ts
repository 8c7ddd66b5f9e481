import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Done, Instant, listOf, Uuid } from '../define.ts'
import { ALERT_GROUP_NAME_MAX, MEMBERS_AT_ONCE_MAX, SEARCH_MAX } from '../limits.ts'

/** A group of people whom alerts reach (specification, section 3). */
export const AlertGroup = z
  .object({
    id: Uuid,
    name: z.string(),
    /** Takes the alerts of anonymous raisers. */
    isAnonymous: z.boolean(),
    /** Whoever registers becomes a member. */
    takesNewUsers: z.boolean(),
    /** The group that the unit began with; it cannot be deleted. */
    isBuiltIn: z.boolean(),
    /** Active people. */
    memberCount: z.int(),
    updatedAt: Instant,
  })
  .meta({ id: 'AlertGroup' })
export type AlertGroup = z.infer<typeof AlertGroup>

/** A deactivated member stays one, but is not alarmed. */
export const AlertGroupMember = Person.extend({ isActive: z.boolean() }).meta({ id: 'AlertGroupMember' })
export type AlertGroupMember = z.infer<typeof AlertGroupMember>

/** The rules of an alert group's form; the server's too. */
export const AlertGroupForm = z.object({
  name: z
    .string('alertGroups.nameRequired')
    .trim()
    .min(1, 'alertGroups.nameRequired')
    .max(ALERT_GROUP_NAME_MAX, 'common.tooLong'),
  isAnonymous: z.boolean('common.wrongType'),
  takesNewUsers: z.boolean('common.wrongType'),
})

const ById = z.object({ id: Uuid })
const Members = z.object({
  userIds: z.array(Uuid).min(1, 'alertGroups.nobodyChosen').max(MEMBERS_AT_ONCE_MAX, 'common.wrongType'),
})
const refusal = 'alertGroup.notAllowed'

export const alertGroupRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/admin/alert-groups',
    access: 'admin',
    refusal,
    reply: listOf(AlertGroup),
    summary: 'All alert groups; the built-in one first, the others by name.',
  },
  create: {
    method: 'POST',
    path: '/admin/alert-groups',
    access: 'admin',
    refusal,
    body: AlertGroupForm,
    status: 201,
    reply: AlertGroup,
    summary: 'Add an alert group.',
  },
  update: {
    method: 'PUT',
    path: '/admin/alert-groups/:id',
    access: 'admin',
    refusal,
    params: ById,
    body: AlertGroupForm,
    reply: AlertGroup,
    summary: 'Change name and flags of an alert group.',
  },
  remove: {
    method: 'DELETE',
    path: '/admin/alert-groups/:id',
    access: 'admin',
    refusal,
    params: ById,
    reply: Done,
    summary: 'Delete an alert group: no new alert goes to it; who was alarmed by it keeps those alerts.',
  },
  members: {
    method: 'GET',
    path: '/admin/alert-groups/:id/members',
    access: 'admin',
    refusal,
    params: ById,
    query: z.object({ name: z.string().trim().max(SEARCH_MAX, 'common.tooLong').default(''), cursor: Uuid.optional() }),
    reply: listOf(AlertGroupMember),
    summary: 'Members of an alert group by name; `name` finds a part of it.',
  },
  addMembers: {
    method: 'PATCH',
    path: '/admin/alert-groups/:id/members/add',
    access: 'admin',
    refusal,
    params: ById,
    body: Members,
    reply: AlertGroup,
    summary: 'Add people; who is a member already stays one.',
  },
  removeMembers: {
    method: 'PATCH',
    path: '/admin/alert-groups/:id/members/remove',
    access: 'admin',
    refusal,
    params: ById,
    body: Members,
    reply: AlertGroup,
    summary: 'Remove people; at once they no longer read what only this group let them read.',
  },
})

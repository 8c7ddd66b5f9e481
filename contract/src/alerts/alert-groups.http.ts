import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, Timestamp, listOf, Uuid } from '../define.ts'
import { MEMBERS_AT_ONCE_MAX, SEARCH_MAX } from '../limits.ts'
import { nameText } from '../text/name-text.ts'

/** Characters of an alert group's name. */
const ALERT_GROUP_NAME_MAX = 60

/** A group of users who receive alerts (specification, section 3). */
export const AlertGroup = z
  .object({
    id: Uuid,
    name: z.string(),
    /** Receives the alerts of anonymous raisers. */
    isAnonymous: z.boolean(),
    /** New users become members when they register. */
    takesNewUsers: z.boolean(),
    /** The group that the first start creates. It cannot be deleted. */
    isBuiltIn: z.boolean(),
    /** Whether the alerts to this group reach its members at all units. Absent: only this one. */
    isShared: z.boolean().optional(),
    /** The unit that created it and alone changes its name. Absent: this one. */
    unitName: z.string().optional(),
    /** Number of active users. */
    memberCount: z.int(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'AlertGroup' })
export type AlertGroup = z.infer<typeof AlertGroup>

/** A member of an alert group. A deactivated user stays a member but receives no alerts. */
export const AlertGroupMember = Person.extend({ isActive: z.boolean() }).meta({ id: 'AlertGroupMember' })
export type AlertGroupMember = z.infer<typeof AlertGroupMember>

/** The form of an alert group. */
export const AlertGroupForm = z.object({
  name: nameText('alertGroups.nameRequired').min(1, 'alertGroups.nameRequired').max(ALERT_GROUP_NAME_MAX, 'common.tooLong'),
  isAnonymous: z.boolean('common.wrongType'),
  takesNewUsers: z.boolean('common.wrongType'),
  /** Absent: no change. Pages of the version before send none. */
  isShared: z.boolean('common.wrongType').optional(),
})

const IdParams = z.object({ id: Uuid })
const MembersBody = z.object({
  userIds: z.array(Uuid).min(1, 'alertGroups.noUserChosen').max(MEMBERS_AT_ONCE_MAX, 'common.wrongType'),
})
const refusal = 'alertGroup.notAllowed'

export const alertGroupRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/admin/alert-groups',
    access: 'admin',
    refusal,
    reply: listOf(AlertGroup),
    summary: 'All alert groups: the built-in group first, the others by name.',
  },
  create: {
    method: 'POST',
    path: '/admin/alert-groups',
    access: 'admin',
    refusal,
    body: AlertGroupForm,
    errors: ['alertGroup.nameTaken', 'alertGroup.unitsNotSharing'],
    status: 201,
    reply: AlertGroup,
    summary: 'Add an alert group.',
  },
  update: {
    method: 'PUT',
    path: '/admin/alert-groups/:id',
    access: 'admin',
    refusal,
    params: IdParams,
    body: AlertGroupForm,
    errors: [
      'alertGroup.notFound',
      'alertGroup.nameTaken',
      'alertGroup.ofOtherUnit',
      'alertGroup.unitsNotSharing',
      'alertGroup.staysShared',
    ],
    reply: AlertGroup,
    summary: 'Change the name, the flags and the scope of an alert group.',
  },
  remove: {
    method: 'DELETE',
    path: '/admin/alert-groups/:id',
    access: 'admin',
    refusal,
    params: IdParams,
    errors: ['alertGroup.notFound', 'alertGroup.builtIn'],
    reply: EmptyReply,
    summary: 'Delete an alert group. Its members keep the alerts that they already received.',
  },
  members: {
    method: 'GET',
    path: '/admin/alert-groups/:id/members',
    access: 'admin',
    refusal,
    params: IdParams,
    query: z.object({ name: z.string().trim().max(SEARCH_MAX, 'common.tooLong').default(''), cursor: Uuid.optional() }),
    errors: ['alertGroup.notFound'],
    reply: listOf(AlertGroupMember),
    summary: 'Members of an alert group, ordered by name. `name` filters by a part of the name.',
  },
  addMembers: {
    method: 'PATCH',
    path: '/admin/alert-groups/:id/members/add',
    access: 'admin',
    refusal,
    params: IdParams,
    body: MembersBody,
    errors: ['alertGroup.notFound', 'alertGroup.personNotFound'],
    reply: AlertGroup,
    summary: 'Add users. Users who are already members stay members.',
  },
  removeMembers: {
    method: 'PATCH',
    path: '/admin/alert-groups/:id/members/remove',
    access: 'admin',
    refusal,
    params: IdParams,
    body: MembersBody,
    errors: ['alertGroup.notFound'],
    reply: AlertGroup,
    summary: 'Remove users. They lose access to alerts that only this group gave them.',
  },
})

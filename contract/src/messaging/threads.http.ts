import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, listOf, RemovalReply, Timestamp, Uuid, Version } from '../define.ts'
import { MEMBERS_AT_ONCE_MAX } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'
import { Group, GroupForm } from './group-form.ts'
import { Message, Watermarks } from './messaging.http.ts'
import { ThreadSettings, ThreadSettingsChange } from './thread-settings.ts'

/** A thread, the same for all members, so that one event suits them all (decisions/0052). */
export const SharedThread = z
  .object({
    id: Uuid,
    isGroup: z.boolean(),
    /** null: the thread is personal. */
    group: Group.nullable(),
    /** The thread is the radio channel of this alert, whose chat has another thread. Absent for any other thread. */
    alert: z.object({ id: Uuid, messageThreadId: Uuid }).optional(),
    /**
     * The two members of a personal thread, the initiator first. Those of a group only in the reply for this group, by their
     * membership; empty beyond {@link GROUP_MEMBERS_LISTED_MAX}. All of them have their own route.
     */
    members: z.array(Person),
    memberCount: z.int(),
    /** Members of a personal thread who block the other member. */
    blockedBy: z.array(Uuid),
    /** The last chat message (normalChat). */
    latestMessage: Message.nullable(),
    /** The watermarks of chat messages. */
    watermarks: Watermarks,
    /** Chat messages up to this number were removed, because they are older than the unit keeps them. Absent: none was. */
    removedSeq: z.int().positive().optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    /** Raised with each change of the thread. Messages and watermarks do not raise it. */
    version: Version,
  })
  .meta({ id: 'SharedThread' })
export type SharedThread = z.infer<typeof SharedThread>

/** A thread with the viewer's own data. */
export const MessageThread = SharedThread.extend({
  /** The other member of a personal thread; null for a group. */
  recipient: Person.nullable(),
  /** The viewer's decision; null: undecided, false: blocked. Always true for groups, and at first for the initiator. */
  hasAccepted: z.boolean().nullable(),
  hasRecipientBlocked: z.boolean(),
  /** Number of chat messages of others above the viewer's `seenSeq`. */
  unreadMessagesCount: z.int().nonnegative(),
  /** The viewer's own watermarks of chat messages. */
  deliveredSeq: z.int().nonnegative(),
  seenSeq: z.int().nonnegative(),
  /** The last chat message above `seenSeq` that mentions the viewer; absent without one. */
  mentionSeq: z.int().positive().optional(),
  /** Absent: the default ones. */
  settings: ThreadSettings.optional(),
}).meta({ id: 'MessageThread' })
export type MessageThread = z.infer<typeof MessageThread>

/** A member of a group (specification, section 3). */
export const ThreadMember = z
  .object({
    id: Uuid,
    MessageThreadId: Uuid,
    UserId: Uuid,
    user: Person,
    isAdmin: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ThreadMember' })
export type ThreadMember = z.infer<typeof ThreadMember>

/** Asks a user to join a group that they have left. */
export const GroupInvitation = z
  .object({
    MessageThreadId: Uuid,
    /** The name of the group. */
    name: z.string(),
    memberCount: z.int(),
    invitedBy: Person,
    createdAt: Timestamp,
  })
  .meta({ id: 'GroupInvitation' })
export type GroupInvitation = z.infer<typeof GroupInvitation>

const IdParams = z.object({ id: Uuid })
const MemberParams = z.object({ id: Uuid, userId: Uuid })
const UserIds = z
  .array(Uuid, 'messages.group.noUserChosen')
  .min(1, 'messages.group.noUserChosen')
  .max(MEMBERS_AT_ONCE_MAX, 'common.wrongType')

export const threadRoutes = defineRoutes({
  groups: {
    method: 'GET',
    path: '/message-threads/group',
    access: 'member',
    reply: listOf(MessageThread),
    summary: 'All groups of the user, latest activity first.',
  },
  createGroup: {
    method: 'POST',
    path: '/message-threads/group',
    access: 'member',
    budget: 'everyday',
    body: GroupForm.extend({ recipients: UserIds, clientId: Uuid.optional() }),
    errors: ['conflict', 'tooManyRequests', 'user.notFound', 'thread.notFound', 'thread.notAddable'],
    status: 201,
    reply: MessageThread,
    summary: 'Create a group. The creator becomes its admin. A repeated clientId returns the same group.',
  },
  group: {
    method: 'GET',
    path: '/message-threads/group/:id',
    access: 'member',
    params: IdParams,
    errors: ['thread.notFound'],
    reply: MessageThread,
    summary: 'One group.',
  },
  editGroup: {
    method: 'PATCH',
    path: '/message-threads/group/:id',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    body: GroupForm,
    errors: ['thread.notFound', 'thread.notAllowed'],
    reply: MessageThread,
    summary: 'Change the name, the description and the reading marks of a group: for its admins.',
  },
  myMembership: {
    method: 'GET',
    path: '/message-threads/group/:id/members/me',
    access: 'member',
    params: IdParams,
    errors: ['thread.notFound'],
    reply: ThreadMember,
    summary: 'The own membership in a group; 404 for users who are not members.',
  },
  personal: {
    method: 'GET',
    path: '/message-threads/personal',
    access: 'member',
    reply: listOf(MessageThread),
    summary:
      'All personal threads of the user, latest activity first. Threads without messages are listed only for their initiator.',
  },
  startPersonal: {
    method: 'POST',
    path: '/message-threads/personal',
    access: 'member',
    budget: 'everyday',
    body: z.object({ recipient: Uuid }),
    errors: ['tooManyRequests', 'user.notFound', 'thread.withSelf'],
    status: 201,
    isRepeatable: true,
    reply: MessageThread,
    summary:
      'Create a personal thread. It is hidden from the recipient until its first message. An existing thread is returned with 200; if it has no messages, its recipient accepts it.',
  },
  personalWith: {
    method: 'GET',
    path: '/message-threads/personal/with-user/:userId',
    access: 'member',
    params: z.object({ userId: Uuid }),
    errors: ['thread.notFound'],
    reply: MessageThread,
    summary: 'The personal thread with one user; 404 without one, and for the recipient of a thread without messages.',
  },
  unreadPersonal: {
    method: 'GET',
    path: '/message-threads/personal/unread-count',
    access: 'member',
    reply: z.object({ threadIds: z.array(Uuid), count: z.int() }),
    summary: 'Ids of the personal threads with unread messages.',
  },
  get: {
    method: 'GET',
    path: '/message-threads/:id',
    access: 'member',
    params: IdParams,
    errors: ['thread.notFound'],
    reply: MessageThread,
    summary: 'One thread, personal or group; 404 for users who are not members.',
  },
  accept: {
    method: 'PATCH',
    path: '/message-threads/:id/acceptance',
    access: 'member',
    params: IdParams,
    body: z.object({ hasAccepted: z.boolean('common.wrongType'), latitude: LatitudeText, longitude: LongitudeText }),
    errors: ['thread.notFound'],
    reply: MessageThread,
    summary: 'Accept, block or unblock a personal thread.',
  },
  changeSettings: {
    method: 'PATCH',
    path: '/message-threads/:id/settings',
    access: 'member',
    params: IdParams,
    body: ThreadSettingsChange,
    errors: ['tooManyRequests', 'thread.notFound', 'thread.muteTime'],
    reply: ThreadSettings,
    summary: 'Mute, pin or archive a thread, or mark it as unread: for the user alone. Absent fields stay as they are.',
  },
  members: {
    method: 'GET',
    path: '/message-threads/:id/members',
    access: 'member',
    params: IdParams,
    errors: ['thread.notFound'],
    reply: listOf(ThreadMember),
    summary: 'All members of a group by name, the viewer first.',
  },
  addMembers: {
    method: 'PATCH',
    path: '/message-threads/:id/members/add',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    body: z.object({ userIds: UserIds }),
    errors: [
      'thread.notAddable',
      'tooManyRequests',
      'user.notFound',
      'thread.notFound',
      'thread.notAllowed',
      'thread.tooManyMembers',
    ],
    /** `invitedIds`: those of the users who have left the group. They are asked, and are no members yet. */
    reply: listOf(ThreadMember).extend({ invitedIds: z.array(Uuid) }),
    summary: 'Add users to a group: for its admins. 409 beyond the limit of members. Returns all members.',
  },
  invitations: {
    method: 'GET',
    path: '/message-threads/invitations',
    access: 'member',
    reply: listOf(GroupInvitation),
    summary: 'Groups that the user has left and whose admins invite them again, newest first.',
  },
  answerInvitation: {
    method: 'PATCH',
    path: '/message-threads/:id/invitation',
    access: 'member',
    params: IdParams,
    body: z.object({ isAccepted: z.boolean('common.wrongType') }),
    errors: ['thread.notFound', 'thread.tooManyMembers'],
    /** `thread`: the group after the user has joined it; null after they declined. */
    reply: z.object({ thread: MessageThread.nullable() }),
    summary: 'Join a group again, or decline; 404 for users who are not invited. They are not asked again for a week.',
  },
  removeMember: {
    method: 'PATCH',
    path: '/message-threads/:id/members/remove/:userId',
    access: 'member',
    params: MemberParams,
    errors: ['forbidden', 'thread.notFound', 'thread.notAllowed', 'thread.memberNotFound'],
    reply: EmptyReply,
    summary: 'Remove another member from a group: for its admins.',
  },
  makeAdmin: {
    method: 'PATCH',
    path: '/message-threads/:id/members/make-admin/:userId',
    access: 'member',
    params: MemberParams,
    errors: ['thread.notFound', 'thread.notAllowed', 'thread.memberNotFound'],
    reply: ThreadMember,
    summary: 'Make a member an admin: for admins.',
  },
  removeAdmin: {
    method: 'PATCH',
    path: '/message-threads/:id/members/remove-admin/:userId',
    access: 'member',
    params: MemberParams,
    errors: ['forbidden', 'thread.notFound', 'thread.notAllowed', 'thread.memberNotFound'],
    reply: ThreadMember,
    summary: 'Remove the admin role from another admin: for admins.',
  },
  leave: {
    method: 'PATCH',
    path: '/message-threads/:id/leave',
    access: 'member',
    params: IdParams,
    errors: ['thread.notFound'],
    reply: RemovalReply,
    summary: 'Leave a group. When the last admin leaves, the member who joined first becomes admin.',
  },
})

import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Done, Instant, listOf, Uuid, Version } from '../define.ts'
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX, GROUP_NAME_MIN, MEMBERS_AT_ONCE_MAX } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'
import { capitalised } from './group-name.ts'
import { Message, Watermarks } from './messaging.http.ts'

/** What a group has beside its thread (specification, section 3). */
export const Group = z.object({
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Group = z.infer<typeof Group>

/** A thread as all its members see it: one packet serves them all. */
export const SharedThread = z
  .object({
    id: Uuid,
    isGroup: z.boolean(),
    /** null: a personal thread. */
    group: Group.nullable(),
    /** The two of a personal thread, who began it first; empty for a group, whose members are a list of their own. */
    members: z.array(Person),
    memberCount: z.int(),
    /** Who of a personal thread blocks the other. */
    blockedBy: z.array(Uuid),
    /** The last chat message (normalChat). */
    latestMessage: Message.nullable(),
    /** Of the chat messages. */
    watermarks: Watermarks,
    createdAt: Instant,
    updatedAt: Instant,
    /** Raised with each change of the thread itself; messages and watermarks do not raise it. */
    version: Version,
  })
  .meta({ id: 'SharedThread' })
export type SharedThread = z.infer<typeof SharedThread>

/** A thread as one of its members sees it. */
export const MessageThread = SharedThread.extend({
  /** The other of a personal thread; null for a group. */
  recipient: Person.nullable(),
  /** One's own decision: null undecided, false blocked by oneself; groups and who began: true. */
  hasAccepted: z.boolean().nullable(),
  hasRecipientBlocked: z.boolean(),
  /** Chat messages of others above one's own `seenSeq`. */
  unreadMessagesCount: z.int().nonnegative(),
  /** One's own, of chat messages. */
  deliveredSeq: z.int().nonnegative(),
  seenSeq: z.int().nonnegative(),
}).meta({ id: 'MessageThread' })
export type MessageThread = z.infer<typeof MessageThread>

/** Somebody in a group (specification, section 3). */
export const ThreadMember = z
  .object({
    id: Uuid,
    MessageThreadId: Uuid,
    UserId: Uuid,
    user: Person,
    isAdmin: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'ThreadMember' })
export type ThreadMember = z.infer<typeof ThreadMember>

/** The rules of a group's form; the server's too (specification, section 5). */
export const GroupForm = z.object({
  name: z
    .string('messages.group.nameRequired')
    .trim()
    .min(1, 'messages.group.nameRequired')
    .min(GROUP_NAME_MIN, 'messages.group.nameTooShort')
    .max(GROUP_NAME_MAX, 'messages.group.nameTooLong')
    .transform(capitalised),
  description: z.string().trim().max(GROUP_DESCRIPTION_MAX, 'common.tooLong').default(''),
})

const ById = z.object({ id: Uuid })
const ByMember = z.object({ id: Uuid, userId: Uuid })
const People = z
  .array(Uuid, 'messages.group.nobodyChosen')
  .min(1, 'messages.group.nobodyChosen')
  .max(MEMBERS_AT_ONCE_MAX, 'common.wrongType')

export const threadRoutes = defineRoutes({
  groups: {
    method: 'GET',
    path: '/message-threads/group',
    access: 'member',
    reply: listOf(MessageThread),
    summary: 'One’s groups. Newest activity first; all of them.',
  },
  createGroup: {
    method: 'POST',
    path: '/message-threads/group',
    access: 'member',
    body: GroupForm.extend({ recipients: People, clientId: Uuid.optional() }),
    status: 201,
    reply: MessageThread,
    summary: 'Make a group of oneself, as its admin, and others. The same clientId again answers the same group.',
  },
  group: {
    method: 'GET',
    path: '/message-threads/group/:id',
    access: 'member',
    params: ById,
    reply: MessageThread,
    summary: 'One group.',
  },
  editGroup: {
    method: 'PATCH',
    path: '/message-threads/group/:id',
    access: 'member',
    params: ById,
    body: GroupForm,
    reply: MessageThread,
    summary: 'Change name and description of a group; its admins alone.',
  },
  myMembership: {
    method: 'GET',
    path: '/message-threads/group/:id/members/me',
    access: 'member',
    params: ById,
    reply: ThreadMember,
    summary: 'What oneself is in a group; 404 for who is no member.',
  },
  personal: {
    method: 'GET',
    path: '/message-threads/personal',
    access: 'member',
    reply: listOf(MessageThread),
    summary: 'One’s personal threads. Newest activity first; all of them.',
  },
  startPersonal: {
    method: 'POST',
    path: '/message-threads/personal',
    access: 'member',
    body: z.object({ recipient: Uuid }),
    status: 201,
    reply: MessageThread,
    summary: 'Begin a personal thread; the one that is there already is answered with 200.',
  },
  personalWith: {
    method: 'GET',
    path: '/message-threads/personal/with-user/:userId',
    access: 'member',
    params: z.object({ userId: Uuid }),
    reply: MessageThread,
    summary: 'One’s personal thread with somebody; 404 where there is none.',
  },
  unreadPersonal: {
    method: 'GET',
    path: '/message-threads/personal/unread-count',
    access: 'member',
    reply: z.object({ threadIds: z.array(Uuid), count: z.int() }),
    summary: 'Which personal threads hold something unread.',
  },
  get: {
    method: 'GET',
    path: '/message-threads/:id',
    access: 'member',
    params: ById,
    reply: MessageThread,
    summary: 'One thread, personal or group; 404 for who is not in it.',
  },
  accept: {
    method: 'PATCH',
    path: '/message-threads/:id/acceptance',
    access: 'member',
    params: ById,
    body: z.object({ hasAccepted: z.boolean('common.wrongType'), latitude: LatitudeText, longitude: LongitudeText }),
    reply: MessageThread,
    summary: 'Accept a personal thread (also: unblock) or block it.',
  },
  members: {
    method: 'GET',
    path: '/message-threads/:id/members',
    access: 'member',
    params: ById,
    reply: listOf(ThreadMember),
    summary: 'All members of a group by name, oneself first.',
  },
  addMembers: {
    method: 'PATCH',
    path: '/message-threads/:id/members/add',
    access: 'member',
    params: ById,
    body: z.object({ userIds: People }),
    reply: listOf(ThreadMember),
    summary: 'Add people to a group; its admins alone, up to a limit of members (409). Answers the members.',
  },
  removeMember: {
    method: 'PATCH',
    path: '/message-threads/:id/members/remove/:userId',
    access: 'member',
    params: ByMember,
    reply: Done,
    summary: 'Remove somebody from a group; its admins alone, never themselves.',
  },
  makeAdmin: {
    method: 'PATCH',
    path: '/message-threads/:id/members/make-admin/:userId',
    access: 'member',
    params: ByMember,
    reply: ThreadMember,
    summary: 'Make a member an admin; admins alone.',
  },
  removeAdmin: {
    method: 'PATCH',
    path: '/message-threads/:id/members/remove-admin/:userId',
    access: 'member',
    params: ByMember,
    reply: ThreadMember,
    summary: 'Make an admin an ordinary member; other admins alone.',
  },
  leave: {
    method: 'PATCH',
    path: '/message-threads/:id/leave',
    access: 'member',
    params: ById,
    reply: Done,
    summary: 'Leave a group. Where the last admin leaves, who is longest in it becomes one.',
  },
})

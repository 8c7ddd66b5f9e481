import { defineAbilities, type Viewer } from '../define.ts'

/** The facts that determine the rights in a group: the viewer's membership and the member whom the action is about. */
export interface GroupFacts {
  readonly isMember: boolean
  readonly isAdmin: boolean
  /** The member whom the action is about; null if it is about the group. */
  readonly userId: string | null
}

/** The facts that determine who may write to a personal thread or a group. */
export interface ThreadFacts {
  readonly isMember: boolean
  /** One of the two members of a personal thread blocks the other. */
  readonly isBlocked: boolean
}

/** The facts that determine who may change a message, of a member of its thread. */
export interface MessageFacts {
  readonly senderId: string
  /** The viewer is an admin of the group in which it was sent. */
  readonly isGroupAdmin: boolean
}

const isSender = (viewer: Viewer, message: MessageFacts) => viewer?.id === message.senderId
const isSenderOrAdmin = (viewer: Viewer, message: MessageFacts) =>
  isSender(viewer, message) || (viewer !== null && message.isGroupAdmin)
const isGroupAdmin = (viewer: Viewer, group: GroupFacts) => viewer !== null && group.isMember && group.isAdmin
const isAdminOverOther = (viewer: Viewer, group: GroupFacts) => isGroupAdmin(viewer, group) && group.userId !== viewer?.id

/** The rights in threads (specification, section 6). */
export const messagingAbilities = defineAbilities({
  'group:edit': isGroupAdmin,
  'group:addMembers': isGroupAdmin,
  'group:removeMember': isAdminOverOther,
  'group:makeAdmin': isAdminOverOther,
  'group:removeAdmin': isAdminOverOther,
  'group:leave': (viewer, group: GroupFacts) => viewer !== null && group.isMember,
  /** Send and change messages, show typing, and talk by radio. */
  'thread:write': (viewer, thread: ThreadFacts) => viewer !== null && thread.isMember && !thread.isBlocked,
  'message:edit': isSender,
  /** See who has received and read it. */
  'message:info': isSender,
  /** Delete it for everyone. */
  'message:delete': isSenderOrAdmin,
  'poll:close': isSenderOrAdmin,
})

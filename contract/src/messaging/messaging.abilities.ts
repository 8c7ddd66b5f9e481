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
})

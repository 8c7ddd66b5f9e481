import { defineAbilities, type Viewer } from '../define.ts'

/** The facts that rights in a group hang on: the viewer's own membership, and whose entry is asked about. */
export interface GroupFacts {
  readonly isMember: boolean
  readonly isAdmin: boolean
  /** The member whom the action is about; null where it is about the group. */
  readonly userId: string | null
}

/** The facts of a personal thread. */
export interface PersonalFacts {
  readonly isMember: boolean
  /** One of the two blocks the other. */
  readonly isBlocked: boolean
}

const administers = (viewer: Viewer, group: GroupFacts) => viewer !== null && group.isMember && group.isAdmin
const administersAnother = (viewer: Viewer, group: GroupFacts) => administers(viewer, group) && group.userId !== viewer?.id

/** Specification, section 6: group threads. */
export const messagingAbilities = defineAbilities({
  'group:edit': administers,
  'group:addMembers': administers,
  'group:removeMember': administersAnother,
  'group:makeAdmin': administersAnother,
  'group:removeAdmin': administersAnother,
  'group:leave': (viewer, group: GroupFacts) => viewer !== null && group.isMember,
  'personal:write': (viewer, thread: PersonalFacts) => viewer !== null && thread.isMember && !thread.isBlocked,
})

import type { Viewer } from './define.ts'

/** The membership in a feed or page that a request changes. */
export interface MemberFacts {
  readonly UserId: string
  /** The creator of the feed or page. */
  readonly CreatedByUserId: string
  /** False for a deactivated account. */
  readonly isActive: boolean
}

/**
 * Whether the viewer may change the flags of a member or remove them. Only an administrator may change the creator, and only while the
 * creator is deactivated. Only administrators may change their own membership.
 * @param manages Whether the viewer may manage the members of this feed or page.
 */
export function mayChangeMember(viewer: Viewer, manages: boolean, member: MemberFacts): boolean {
  if (viewer === null || !manages) return false
  if (member.UserId === member.CreatedByUserId) return viewer.isAdmin && !member.isActive
  return viewer.isAdmin || member.UserId !== viewer.id
}

/** Whether the viewer may give a member this flag: an administrator any flag, others only a flag that they have themselves. */
export const mayGrantFlag = <Flag extends string>(
  viewer: Viewer,
  manages: boolean,
  own: Readonly<Record<Flag, boolean>> | null,
  flag: Flag,
): boolean => viewer !== null && manages && (viewer.isAdmin || own?.[flag] === true)

import type { PageFlags } from '@noroshi/contract/pages/page-members.http'

/** What a member may do beyond reading, in the order in which it is shown. */
export const pageMemberFlags = [
  'canUpdate',
  'canModerateUpdates',
  'canModerateMembers',
] as const satisfies readonly (keyof PageFlags)[]

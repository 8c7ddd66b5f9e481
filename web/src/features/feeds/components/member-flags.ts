import type { FeedFlags } from '@noroshi/contract/feeds/feed-members.http'

/** What a member may do beyond reading, in the order in which it is shown. */
export const memberFlags = [
  'canPost',
  'canUpdate',
  'canModeratePosts',
  'canModerateMembers',
] as const satisfies readonly (keyof FeedFlags)[]

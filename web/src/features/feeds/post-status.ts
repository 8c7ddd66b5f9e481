import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'

/** How far the review of a post is. */
export const statusOf = ({ isApproved }: Pick<FeedPostForViewer, 'isApproved'>) =>
  isApproved === null ? 'pending' : isApproved ? 'approved' : 'rejected'

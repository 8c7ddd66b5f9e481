import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import type { FeedPost, PostCounts, PostReview } from '@noroshi/contract/feeds/posts.http'
import { currentUser } from '../../platform/current-user.ts'
import { type Coverage, defineCoverage, orderOfId } from '../../platform/store/coverage.ts'
import { defineEntity } from '../../platform/store/entity.ts'

/** The feeds that the user may read, in the order of the server. */
export interface FeedListing {
  /** 'all' */
  readonly id: string
  /** The time of the last read, in milliseconds since 1970. */
  readonly at: number
  readonly ids: readonly string[]
}
/** The user's membership. Only replies contain it: the newest read decides. */
export interface FeedMembership {
  /** Id of the feed. */
  readonly id: string
  /** The time at which the read began, in milliseconds since 1970. */
  readonly at: number
  /** null: the user is not a member. */
  readonly membership: FeedMember | null
}
/** A post without the data that has a clock of its own. */
export type PostFacts = Omit<FeedPost, keyof PostCounts>

interface OfPost {
  /** Id of the post. */
  readonly id: string
}
export interface Counts extends OfPost, PostCounts {}
/** Whether the user liked the post when its counts had this version. */
export interface OwnLike extends OfPost, Pick<PostCounts, 'countsVersion'> {
  readonly hasLiked: boolean
}
export interface Review extends OfPost, Pick<FeedPost, 'version' | 'FeedId' | 'CreatedByUserId'> {
  readonly review: PostReview
}

const idOf = ({ id }: { readonly id: string }) => id
const versionOf = ({ version }: { readonly version: number }) => version
const atOf = ({ at }: { readonly at: number }) => at
const countsVersionOf = ({ countsVersion }: Pick<PostCounts, 'countsVersion'>) => countsVersion
const ofPost = ({ id }: OfPost) => ['post', id] as const
const isOwn = ({ CreatedByUserId }: Pick<FeedPost, 'CreatedByUserId'>) => CreatedByUserId === currentUser()?.id

export const feedEntity = defineEntity<Feed>({ name: 'feed', id: idOf, version: versionOf })

export const feedListingEntity = defineEntity<FeedListing>({ name: 'feedListing', id: idOf, version: atOf })

export const feedMembershipEntity = defineEntity<FeedMembership>({
  name: 'feedMembership',
  id: idOf,
  version: atOf,
  parent: ({ id }) => ['feed', id],
})

/** The posts of a feed. What only moderators may read is not stored: their right may end while the device is off. */
export const postEntity = defineEntity<PostFacts>({
  name: 'post',
  id: idOf,
  version: versionOf,
  parent: ({ FeedId }) => ['feed', FeedId],
  list: ({ FeedId, id }) => ({ group: FeedId, order: orderOfId(id) }),
  isStored: (post) => post.isApproved === true || isOwn(post),
})

export const postCountsEntity = defineEntity<Counts>({
  name: 'postCounts',
  id: idOf,
  version: countsVersionOf,
  parent: ofPost,
})

export const ownLikeEntity = defineEntity<OwnLike>({ name: 'postLike', id: idOf, version: countsVersionOf, parent: ofPost })

/** The review of a post, for its author and the moderators. */
export const postReviewEntity = defineEntity<Review>({
  name: 'postReview',
  id: idOf,
  version: versionOf,
  parent: ofPost,
  isStored: isOwn,
})

export const postCoverage = {
  ...defineCoverage('postCoverage', 'feed'),
  // The posts of this list are not stored either.
  isStored: ({ id }: Coverage) => !id.endsWith(' approve'),
}

/** The types of a post as it is shown, with the facts that decide what the user may see. */
export const postTypes = [
  feedEntity,
  feedMembershipEntity,
  postEntity,
  postCountsEntity,
  ownLikeEntity,
  postReviewEntity,
  postCoverage,
] as const

export const feedEntities = [...postTypes, feedListingEntity] as const

import type { FeedFlags, FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import type { FeedPost, PostCounts, PostPin, PostReview } from '@noroshi/contract/feeds/posts.http'
import { sessionUserId } from '../../platform/session/session.ts'
import { type Coverage, defineCoverage, orderOfId } from '../../platform/store/coverage.ts'
import { defineEntity, defineRead, defineVersioned, type ReadAt } from '../../platform/store/entity.ts'
import { defineReply } from '../../platform/store/replies.ts'
import type { Members } from '../../shared/people/member-changes.ts'

/** The feeds that the user may read. */
export interface FeedListing extends ReadAt {
  /** Ids in the order of the server. */
  readonly ids: readonly string[]
}
/** The user's membership of a feed. */
export interface FeedMembership extends ReadAt {
  /** null: the user is not a member. */
  readonly membership: FeedMember | null
}
/** A post without the data that has an independent version. */
export type PostFacts = Omit<FeedPost, keyof PostCounts>
export type Counts = PostCounts & Pick<FeedPost, 'id'>
/** Whether the user liked the post at this version of its counts. */
export interface OwnLike extends Pick<FeedPost, 'id' | 'countsVersion'> {
  readonly hasLiked: boolean
}
export interface Review extends Pick<FeedPost, 'id' | 'version' | 'FeedId' | 'CreatedByUserId'> {
  readonly review: PostReview
}

const ofPost = ({ id }: Pick<FeedPost, 'id'>) => ['post', id] as const
/** The user of the session owns the disk, also before the page has the user's account. */
const isOwn = ({ CreatedByUserId }: Pick<FeedPost, 'CreatedByUserId'>) => CreatedByUserId === sessionUserId()
const countedAs = {
  id: ({ id }: Pick<FeedPost, 'id'>) => id,
  version: ({ countsVersion }: Pick<FeedPost, 'countsVersion'>) => countsVersion,
  parent: ofPost,
}

export const feedEntity = defineVersioned<Feed>({ name: 'feed' })

export const feedListingEntity = defineRead<FeedListing>({ name: 'feedListing' })

export const feedMembershipEntity = defineRead<FeedMembership>({ name: 'feedMembership', parent: ({ id }) => ['feed', id] })

/** The members of a feed, as the server returned them. */
export const feedMembersEntity = defineReply<Members<keyof FeedFlags>>('feedMembers', 'feed')

/**
 * The posts of a feed. Posts that only moderators may read are not stored on disk, because the right may end while the
 * device is off.
 */
export const postEntity = defineVersioned<PostFacts>({
  name: 'post',
  parent: ({ FeedId }) => ['feed', FeedId],
  list: ({ FeedId, id }) => ({ group: FeedId, order: orderOfId(id) }),
  isStored: (post) => post.isApproved === true || isOwn(post),
})

export const postCountsEntity = defineEntity<Counts>({ name: 'postCounts', ...countedAs })

export const ownLikeEntity = defineEntity<OwnLike>({ name: 'postLike', ...countedAs })

/** The review of a post, for its author and the moderators. */
export const postReviewEntity = defineVersioned<Review>({ name: 'postReview', parent: ofPost, isStored: isOwn })

export const postCoverage = {
  ...defineCoverage('postCoverage', 'feed'),
  // The posts of this list are not stored on disk either.
  isStored: ({ id }: Coverage) => !id.endsWith(' approve'),
}

/** The approved posts of a feed that have a location. `isComplete`: there are no more. */
export interface PostPins {
  readonly items: readonly PostPin[]
  readonly isComplete: boolean
}
export const postPinsEntity = defineReply<PostPins>('postPins', 'feed')

/** The types of a shown post, with the data that decides what the user may see. */
export const postTypes = [
  feedEntity,
  feedMembershipEntity,
  postEntity,
  postCountsEntity,
  ownLikeEntity,
  postReviewEntity,
  postCoverage,
] as const

export const feedEntities = [...postTypes, feedListingEntity, feedMembersEntity, postPinsEntity] as const

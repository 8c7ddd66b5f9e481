import type { QueryClient } from '@tanstack/react-query'
import { feedAbilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import type { FeedPost, FeedPostForViewer, PostCounts, PostReview } from '@noroshi/contract/feeds/posts.http'
import { currentUser } from '../../platform/session/current-user.ts'
import type { EntityStore, StoreRead } from '../../platform/store/entity-store.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import {
  feedEntities,
  feedEntity,
  feedMembershipEntity,
  ownLikeEntity,
  postCountsEntity,
  postCoverage,
  postEntity,
  postReviewEntity,
} from './feeds.entities.ts'

/** Returns the entity store with the entity types of feeds. */
export const feedStore = (cache: QueryClient): EntityStore => registerEntities(cache, feedEntities)

/**
 * Adds the counts of a post and, if given, whether the user likes it. If the post has no likes, the user does not like
 * it.
 */
export function receiveCounts(store: EntityStore, id: string, counts: PostCounts, hasLiked?: boolean) {
  const { views, likeCount, commentCount, countsVersion } = counts
  store.put(postCountsEntity, { id, views, likeCount, commentCount, countsVersion })
  const isLiked = likeCount === 0 ? false : hasLiked
  if (isLiked !== undefined) store.put(ownLikeEntity, { id, hasLiked: isLiked, countsVersion })
}

/** Adds a post from an event, with its review for authors and moderators. */
export function receiveSharedPost(store: EntityStore, post: FeedPost, review?: PostReview) {
  const { views, likeCount, commentCount, countsVersion, ...facts } = post
  const { id, version, FeedId, CreatedByUserId } = facts
  store.put(postEntity, facts)
  receiveCounts(store, id, { views, likeCount, commentCount, countsVersion })
  if (review) store.put(postReviewEntity, { id, version, FeedId, CreatedByUserId, review })
}

/** Adds a post from a reply, with the user's own data. */
export function receivePost(store: EntityStore, { viewer, ...post }: FeedPostForViewer) {
  store.putAndWrite(postEntity, factsOf(post))
  receiveSharedPost(store, post, viewer.review ?? undefined)
  receiveCounts(store, post.id, post, viewer.hasLiked)
}

const factsOf = ({ views: _views, likeCount: _likes, commentCount: _comments, countsVersion: _version, ...facts }: FeedPost) =>
  facts

/**
 * Removes a post that the user may no longer read, with its comments.
 * @param version version in which the right ended
 */
export const removePost = (store: EntityStore, id: string, version: number) => store.remove(postEntity, id, version)

/** Forgets a feed that a reply has refused, with its posts. The right may return without a change of the feed. */
export const forgetRefusedFeed = (read: StoreRead, id: string) => read.forgetMissing(feedEntity, [id], new Set())

/** Forgets a post that a reply has refused. */
export const forgetRefusedPost = (read: StoreRead, id: string) => read.forgetMissing(postEntity, [id], new Set())

/**
 * Adds the user's membership of a feed from a reply. If the user may not moderate, data for moderators is forgotten.
 * @param at time at which the read began
 * @param read the store's read that began at the same time
 */
export function receiveMembership(
  store: EntityStore,
  { id, membership, at, read }: { id: string; membership: FeedMember | null; at: number; read: StoreRead },
) {
  store.put(feedMembershipEntity, { id, membership, at })
  const [viewer, feed] = [currentUser(), store.get(feedEntity, id)]
  if (!viewer || !feed) return
  const isHidden = (post: Pick<FeedPost, 'CreatedByUserId'>) =>
    !feedAbilities['post:readReview'](viewer, { ...post, isApproved: null, feed: { ...feed, membership } })
  const posts = store.list(postEntity, id).flatMap(({ id: postId }) => store.get(postEntity, postId) ?? [])
  const pending = posts.filter((post) => post.isApproved !== true && isHidden(post))
  const reviews = posts.flatMap((post) => store.get(postReviewEntity, post.id) ?? []).filter(isHidden)
  read.forgetMissing(postEntity, pending.map(idOf), new Set())
  read.forgetMissing(postReviewEntity, reviews.map(idOf), new Set())
  const mayModerate = feedAbilities['feed:moderatePosts'](viewer, { ...feed, membership })
  if (!mayModerate) read.forgetMissing(postCoverage, [`${id} approve`], new Set())
}

const idOf = ({ id }: { readonly id: string }) => id

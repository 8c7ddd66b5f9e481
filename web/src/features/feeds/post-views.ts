import { feedAbilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import type { FeedPostForViewer, PostReview } from '@noroshi/contract/feeds/posts.http'
import { currentUser } from '../../platform/session/current-user.ts'
import { type ListPage, type PagedList, readIds } from '../../platform/store/coverage.ts'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { createListViews, createViews } from '../../platform/store/views.ts'
import {
  feedEntity,
  feedListingEntity,
  feedMembershipEntity,
  ownLikeEntity,
  postCountsEntity,
  postCoverage,
  postEntity,
  type PostFacts,
  postReviewEntity,
  postTypes,
} from './feeds.entities.ts'
import { isFiltered, type PostFilter } from './post-filter.ts'

/** Calls back after each change of a post ({@link EntityStore.subscribe}). */
export const POST_KEYS = postTypes.map(({ name }) => name).join(' ')
export const FEED_LIST_KEYS = `${feedEntity.name} ${feedListingEntity.name}`

const feedsView = createListViews<Feed>()
const postView = createViews<FeedPostForViewer>()
const postsView = createListViews<FeedPostForViewer>()

/** Returns all feeds that the user may read; undefined until the server or the disk has listed them. */
export function feedsOf(store: EntityStore): readonly Feed[] | undefined {
  const listing = store.get(feedListingEntity, 'all')
  return (
    listing &&
    feedsView(
      store,
      '',
      listing.ids.flatMap((id) => store.get(feedEntity, id) ?? []),
    )
  )
}

const unreviewed: PostReview = { reviewRemarks: null, reviewedAt: null, ReviewedByUserId: null, reviewedBy: null }

/** Returns whether the user is the author of a post or a known moderator of its feed. */
function isInsider(store: EntityStore, post: PostFacts): boolean {
  const [viewer, feed] = [currentUser(), store.get(feedEntity, post.FeedId)]
  if (viewer?.id === post.CreatedByUserId) return true
  const membership = store.get(feedMembershipEntity, post.FeedId)?.membership ?? null
  return feed !== undefined && feedAbilities['post:readReview'](viewer, { ...post, feed: { ...feed, membership } })
}

/**
 * Returns a post with the user's own data; undefined until all of it is known, and for a post that awaits approval if
 * the user is neither its author nor a moderator.
 */
export function postOf(store: EntityStore, id: string): FeedPostForViewer | undefined {
  const post = store.get(postEntity, id)
  const counts = store.get(postCountsEntity, id)
  const like = currentUser() === null ? NO_LIKE : store.get(ownLikeEntity, id)
  if (!post || !counts || !like) return undefined
  const mayReadReview = isInsider(store, post)
  if (post.isApproved !== true && !mayReadReview) return undefined
  const review = store.get(postReviewEntity, id)
  const { hasLiked } = like
  return postView(store, post, [counts, hasLiked, review, mayReadReview], () => ({
    ...post,
    ...counts,
    viewer: { hasLiked, review: mayReadReview ? reviewOf(post, review?.review) : null },
  }))
}

const NO_LIKE = { hasLiked: false }

/** Returns the review of a post. A post that awaits approval has none. */
const reviewOf = ({ isApproved }: PostFacts, review: PostReview | undefined): PostReview =>
  (isApproved !== null && review) || unreviewed

/** Returns whether the state of a post belongs to a tab. Only the server filters by names and days. */
function belongsTo({ tab }: PostFilter, post: PostFacts): boolean {
  if (tab === 'yours') return post.CreatedByUserId === currentUser()?.id
  return tab === 'approve' ? post.isApproved === null : post.isApproved === true
}

const isInTab = (store: EntityStore, filter: PostFilter) => (id: string) => {
  const post = store.get(postEntity, id)
  return post !== undefined && belongsTo(filter, post)
}

/** The posts of a tab, without a filter by name or days. */
export const postList = (feedId: string, filter: PostFilter): PagedList => ({
  type: postEntity,
  coverage: postCoverage,
  id: `${feedId} ${filter.tab}`,
  ofId: feedId,
  order: filter.order,
  idsIn: (store) =>
    store
      .list(postEntity, feedId)
      .map(({ id }) => id)
      .filter(isInTab(store, filter)),
})

/**
 * Returns the posts of a tab as far as it was read; undefined until some of it was read.
 * @param pages the replies of the server to this filter, if any
 */
export function postsOf(
  store: EntityStore,
  feedId: string,
  filter: PostFilter,
  pages: readonly ListPage[] | undefined,
): readonly FeedPostForViewer[] | undefined {
  const ids = idsOf(store, feedId, filter, pages)
  return (
    ids &&
    postsView(
      store,
      JSON.stringify([feedId, filter]),
      ids.flatMap((id) => postOf(store, id) ?? []),
    )
  )
}

function idsOf(store: EntityStore, feedId: string, filter: PostFilter, pages: readonly ListPage[] | undefined) {
  if (isFiltered(filter)) return pages?.flatMap(({ ids }) => ids).filter(isInTab(store, filter))
  return filter.order === 'asc' && !pages ? undefined : readIds(store, postList(feedId, filter), pages)
}

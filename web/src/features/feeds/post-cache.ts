import type { QueryClient } from '@tanstack/react-query'
import { feedAbilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPost, FeedPostForViewer, PostCounts, PostReview } from '@noroshi/contract/feeds/posts.http'
import { currentUser } from '../../platform/current-user.ts'
import { feedQuery, myMembershipQuery, type PostFilter, postPinsQuery, postQuery, postsQuery } from './feeds.queries.ts'
import {
  belongsTo,
  isFiltered,
  newerCounts,
  type PostPages,
  postsIn,
  withChangedPost,
  withoutPost,
  withPost,
} from './post-pages.ts'

const listsKey = (feedId: string) => ['feeds', 'posts', feedId] as const

/** Returns each cached list of a feed's posts with its filter. */
function listsOf(cache: QueryClient, feedId: string) {
  return cache
    .getQueryCache()
    .findAll({ queryKey: listsKey(feedId) })
    .flatMap(({ queryKey }) => {
      const filter = queryKey[3] as PostFilter // `as`: keys with this prefix end with the filter
      const { queryKey: key } = postsQuery(feedId, filter)
      const list: PostPages | undefined = cache.getQueryData(key)
      return list ? [{ key, filter, list }] : []
    })
}

/** Returns a post from any cached query. */
export function knownPost(cache: QueryClient, feedId: string, id: string): FeedPostForViewer | undefined {
  const detail = cache.getQueryData(postQuery(feedId, id).queryKey)
  if (detail) return detail
  for (const { list } of listsOf(cache, feedId)) {
    const known = postsIn(list).find((post) => post.id === id)
    if (known) return known
  }
  return undefined
}

/** Changes a post in all cached queries. */
export function changePost(
  cache: QueryClient,
  feedId: string,
  id: string,
  change: (post: FeedPostForViewer) => FeedPostForViewer,
) {
  cache.setQueryData(postQuery(feedId, id).queryKey, (known) => known && change(known))
  for (const { key, list } of listsOf(cache, feedId)) {
    // Do not write a list without the post: that would clear its pending invalidation.
    if (postsIn(list).some((post) => post.id === id)) cache.setQueryData(key, withChangedPost(list, id, change))
  }
}

/** Cache key of the highest version of a post that was ever received: lists forget posts that leave them. */
const versionKey = (id: string) => ['feeds', 'version', id] as const

/** Whether a newer version was received before. Otherwise remembers this version. */
function isOutdated(cache: QueryClient, feedId: string, { id, version }: Pick<FeedPost, 'id' | 'version'>): boolean {
  const newest = Math.max(cache.getQueryData<number>(versionKey(id)) ?? 0, knownPost(cache, feedId, id)?.version ?? 0)
  if (newest > version) return true
  cache.setQueryData(versionKey(id), version)
  return false
}

/** Adds a post to each list to which it belongs and removes it from the others. */
function writeLists(cache: QueryClient, post: FeedPostForViewer) {
  const viewerId = currentUser()?.id
  for (const { key, filter, list } of listsOf(cache, post.FeedId)) {
    const isListed = postsIn(list).some(({ id }) => id === post.id)
    if (!belongsTo(filter, post, viewerId)) {
      if (isListed) cache.setQueryData(key, withoutPost(list, post.id))
    } else if (isListed || !isFiltered(filter)) cache.setQueryData(key, withPost(list, post, filter.order))
    else void cache.invalidateQueries({ queryKey: key, exact: true })
  }
}

const refetchPins = (cache: QueryClient, feedId: string) =>
  void cache.invalidateQueries({ queryKey: postPinsQuery(feedId).queryKey })

/** Writes a post from a reply into all cached queries. */
export function upsertPost(cache: QueryClient, post: FeedPostForViewer) {
  if (isOutdated(cache, post.FeedId, post)) return
  const known = knownPost(cache, post.FeedId, post.id)
  const merged = known ? { ...post, ...newerCounts(post, known) } : post
  cache.setQueryData(postQuery(post.FeedId, post.id).queryKey, merged)
  writeLists(cache, merged)
  refetchPins(cache, post.FeedId)
}

const unreviewed: PostReview = { reviewRemarks: null, reviewedAt: null, ReviewedByUserId: null, reviewedBy: null }

/** Whether the user may read the reviews of a post; undefined while the feed or membership is not loaded. */
function mayReadReview(cache: QueryClient, post: FeedPost): boolean | undefined {
  const viewer = currentUser()
  if (viewer === null || post.CreatedByUserId === viewer.id) return viewer !== null
  const feed = cache.getQueryData(feedQuery(post.FeedId).queryKey)
  const membership = cache.getQueryData(myMembershipQuery(post.FeedId).queryKey)
  if (!feed || membership === undefined) return undefined
  return feedAbilities['post:readReview'](viewer, { ...post, feed: { ...feed, membership } })
}

/** Derives the user's own fields of a post that is known only from an event; undefined if only the server knows them. */
function viewerOfNew(cache: QueryClient, post: FeedPost, review?: PostReview): FeedPostForViewer['viewer'] | undefined {
  const mayRead = mayReadReview(cache, post)
  const mayHaveLiked = currentUser() !== null && post.likeCount > 0
  if (mayRead === undefined || mayHaveLiked) return undefined
  return { hasLiked: false, review: mayRead ? (review ?? unreviewed) : null }
}

/** Applies a post event. The user's own fields stay as cached; if they cannot be derived, the lists refetch. */
export function mergePost(cache: QueryClient, post: FeedPost, review?: PostReview) {
  if (isOutdated(cache, post.FeedId, post)) return
  refetchPins(cache, post.FeedId)
  const known = knownPost(cache, post.FeedId, post.id)
  const viewer = known ? { ...known.viewer, review: reviewAfter(known, post, review) } : viewerOfNew(cache, post, review)
  if (!viewer) {
    void cache.invalidateQueries({ queryKey: listsKey(post.FeedId) })
    return
  }
  const merged = { ...post, ...(known && newerCounts(post, known)), viewer }
  cache.setQueryData(postQuery(post.FeedId, post.id).queryKey, (cached) => cached && merged)
  writeLists(cache, merged)
}

/** Returns the review after an event. A post that awaits approval again has no review. */
const reviewAfter = ({ viewer }: FeedPostForViewer, post: FeedPost, review: PostReview | undefined) =>
  review ?? (viewer.review && post.isApproved === null ? unreviewed : viewer.review)

/**
 * Removes a post that the user may no longer see. Keeps it if this version is cached: its author and the moderators receive
 * the same version of a post that awaits approval again.
 */
export function removePost(cache: QueryClient, feedId: string, id: string, version: number) {
  if (isOutdated(cache, feedId, { id, version })) return
  const known = knownPost(cache, feedId, id)
  if (known && known.version >= version) return
  refetchPins(cache, feedId)
  for (const { key, list } of listsOf(cache, feedId)) {
    if (postsIn(list).some((post) => post.id === id)) cache.setQueryData(key, withoutPost(list, id))
  }
  // An open post refetches and gets 404.
  void cache.invalidateQueries({ queryKey: postQuery(feedId, id).queryKey })
}

/** Applies the counts of a post and, if given, whether the user likes it. */
export function applyCounts(cache: QueryClient, feedId: string, id: string, counts: PostCounts, hasLiked?: boolean) {
  changePost(cache, feedId, id, (post) => {
    if (counts.countsVersion < post.countsVersion) return post
    return {
      ...post,
      ...newerCounts(post, counts),
      viewer: hasLiked === undefined ? post.viewer : { ...post.viewer, hasLiked },
    }
  })
}

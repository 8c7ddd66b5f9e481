import type { QueryClient } from '@tanstack/react-query'
import { feedAbilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPost, FeedPostForViewer, PostCounts, PostReview } from '@noroshi/contract/feeds/posts.http'
import { currentReader } from '../../platform/reader.ts'
import { feedQuery, myMembershipQuery, type PostFilter, postPinsQuery, postQuery, postsQuery } from './feeds.queries.ts'
import { belongsTo, isNarrowed, newerCounts, type PostPages, postsIn, withChange, without, withPost } from './post-list.ts'

const listsKey = (feedId: string) => ['feeds', 'posts', feedId] as const

/** Each loaded list of a feed's posts with what it shows. */
function listsOf(cache: QueryClient, feedId: string) {
  return cache
    .getQueryCache()
    .findAll({ queryKey: listsKey(feedId) })
    .flatMap(({ queryKey }) => {
      const filter = queryKey[3] as PostFilter // `as`: only `postsQuery` makes keys that begin like this, and the filter ends them
      const { queryKey: key } = postsQuery(feedId, filter)
      const list: PostPages | undefined = cache.getQueryData(key)
      return list ? [{ key, filter, list }] : []
    })
}

/** A post from wherever it is loaded. */
export function knownPost(cache: QueryClient, feedId: string, id: string): FeedPostForViewer | undefined {
  const detail = cache.getQueryData(postQuery(feedId, id).queryKey)
  if (detail) return detail
  for (const { list } of listsOf(cache, feedId)) {
    const known = postsIn(list).find((post) => post.id === id)
    if (known) return known
  }
  return undefined
}

/** Changes a post wherever it is loaded. */
export function changePost(
  cache: QueryClient,
  feedId: string,
  id: string,
  change: (post: FeedPostForViewer) => FeedPostForViewer,
) {
  cache.setQueryData(postQuery(feedId, id).queryKey, (known) => known && change(known))
  for (const { key, list } of listsOf(cache, feedId)) {
    // A list without it is not written: that would take back that it shall be asked for again.
    if (postsIn(list).some((post) => post.id === id)) cache.setQueryData(key, withChange(list, id, change))
  }
}

/** Where the highest version that was ever heard of is noted: a list keeps nothing of a post that left it. */
const versionKey = (id: string) => ['feeds', 'version', id] as const

/** Whether a newer version is known, on any list or from before it left one. Else this one is noted. */
function isOvertaken(cache: QueryClient, feedId: string, { id, version }: Pick<FeedPost, 'id' | 'version'>): boolean {
  const newest = Math.max(cache.getQueryData<number>(versionKey(id)) ?? 0, knownPost(cache, feedId, id)?.version ?? 0)
  if (newest > version) return true
  cache.setQueryData(versionKey(id), version)
  return false
}

/** Puts a post on each list to which it belongs, and takes it off the others. */
function writeLists(cache: QueryClient, post: FeedPostForViewer) {
  const readerId = currentReader()?.id
  for (const { key, filter, list } of listsOf(cache, post.FeedId)) {
    const isThere = postsIn(list).some(({ id }) => id === post.id)
    if (!belongsTo(filter, post, readerId)) {
      if (isThere) cache.setQueryData(key, without(list, post.id))
    } else if (isThere || !isNarrowed(filter)) cache.setQueryData(key, withPost(list, post, filter.order))
    else void cache.invalidateQueries({ queryKey: key, exact: true })
  }
}

const askPins = (cache: QueryClient, feedId: string) => void cache.invalidateQueries({ queryKey: postPinsQuery(feedId).queryKey })

/** A post as the unit gave it to this reader. */
export function keepPost(cache: QueryClient, post: FeedPostForViewer) {
  if (isOvertaken(cache, post.FeedId, post)) return
  const known = knownPost(cache, post.FeedId, post.id)
  const kept = known ? { ...post, ...newerCounts(post, known) } : post
  cache.setQueryData(postQuery(post.FeedId, post.id).queryKey, kept)
  writeLists(cache, kept)
  askPins(cache, post.FeedId)
}

const unreviewed: PostReview = { reviewRemarks: null, reviewedAt: null, ReviewedByUserId: null, reviewedBy: null }

/** Whether this reader gets reviews of a post; undefined: the page does not know yet. */
function readsReview(cache: QueryClient, post: FeedPost): boolean | undefined {
  const reader = currentReader()
  if (reader === null || post.CreatedByUserId === reader.id) return reader !== null
  const feed = cache.getQueryData(feedQuery(post.FeedId).queryKey)
  const membership = cache.getQueryData(myMembershipQuery(post.FeedId).queryKey)
  if (!feed || membership === undefined) return undefined
  return feedAbilities['post:readReview'](reader, { ...post, feed: { ...feed, membership } })
}

/** What a post is to this reader that nothing but an event told of. undefined: only the unit knows. */
function viewerOfNew(cache: QueryClient, post: FeedPost, review?: PostReview): FeedPostForViewer['viewer'] | undefined {
  const reads = readsReview(cache, post)
  const mayHaveLiked = currentReader() !== null && post.likeCount > 0
  if (reads === undefined || mayHaveLiked) return undefined
  return { hasLiked: false, review: reads ? (review ?? unreviewed) : null }
}

/** An announced post: this reader's own part stays as it is known; one that is not known is asked for. */
export function mergePost(cache: QueryClient, post: FeedPost, review?: PostReview) {
  if (isOvertaken(cache, post.FeedId, post)) return
  askPins(cache, post.FeedId)
  const known = knownPost(cache, post.FeedId, post.id)
  const viewer = known ? { ...known.viewer, review: reviewAfter(known, post, review) } : viewerOfNew(cache, post, review)
  if (!viewer) {
    void cache.invalidateQueries({ queryKey: listsKey(post.FeedId) })
    return
  }
  const merged = { ...post, ...(known && newerCounts(post, known)), viewer }
  cache.setQueryData(postQuery(post.FeedId, post.id).queryKey, (held) => held && merged)
  writeLists(cache, merged)
}

/** One that waits again is reviewed by nobody yet. */
const reviewAfter = ({ viewer }: FeedPostForViewer, post: FeedPost, review: PostReview | undefined) =>
  review ?? (viewer.review && post.isApproved === null ? unreviewed : viewer.review)

/** Gone for this reader, unless they hold this very version: its author and the moderators keep what waits again. */
export function dropPost(cache: QueryClient, feedId: string, id: string, version: number) {
  if (isOvertaken(cache, feedId, { id, version })) return
  const known = knownPost(cache, feedId, id)
  if (known && known.version >= version) return
  askPins(cache, feedId)
  for (const { key, list } of listsOf(cache, feedId)) {
    if (postsIn(list).some((post) => post.id === id)) cache.setQueryData(key, without(list, id))
  }
  // Who has it open asks again, and is told that it is not there.
  void cache.invalidateQueries({ queryKey: postQuery(feedId, id).queryKey })
}

/** Counts of a post, and perhaps that this reader likes it now or no more. */
export function takeCounts(cache: QueryClient, feedId: string, id: string, counts: PostCounts, hasLiked?: boolean) {
  changePost(cache, feedId, id, (post) => {
    if (counts.countsVersion < post.countsVersion) return post
    return {
      ...post,
      ...newerCounts(post, counts),
      viewer: hasLiked === undefined ? post.viewer : { ...post.viewer, hasLiked },
    }
  })
}

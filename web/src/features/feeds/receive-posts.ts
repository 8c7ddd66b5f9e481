import type { QueryClient } from '@tanstack/react-query'
import type { FeedPost, PostCounts, PostReview } from '@noroshi/contract/feeds/posts.http'
import { whenRestored } from '../../platform/store/stores.ts'
import { feedMembersQuery, feedQuery, feedsQuery, myMembershipQuery, postPinsQuery, postQuery } from './feeds.queries.ts'
import { removePost, feedStore, receiveCounts, receiveSharedPost } from './feed-store.ts'
import { feedEntity, postEntity } from './feeds.entities.ts'
import { isFiltered, type PostFilter } from './post-filter.ts'
import { postOf } from './post-views.ts'

/**
 * Refetches a feed and the user's rights in it, even if no screen shows it, because the user may have lost the right to
 * read it.
 */
export function refetchFeed(cache: QueryClient, id: string) {
  const changed = [feedsQuery, feedQuery(id), myMembershipQuery(id), feedMembersQuery(id), postPinsQuery(id)]
  for (const { queryKey } of changed) void cache.invalidateQueries({ queryKey })
  for (const kind of ['posts', 'post']) void cache.invalidateQueries({ queryKey: ['feeds', kind, id] })
  const store = feedStore(cache)
  void whenRestored(store).then(() => {
    if (!store.get(feedEntity, id)) return
    void cache.prefetchQuery(feedQuery(id))
    void cache.prefetchQuery(myMembershipQuery(id))
  })
}

const refetchLists = (cache: QueryClient, feedId: string, isRefetched: (filter: PostFilter) => boolean) =>
  void cache.invalidateQueries({
    queryKey: ['feeds', 'posts', feedId],
    // `as`: keys with this prefix end with the filter
    predicate: ({ queryKey }) => isRefetched(queryKey[3] as PostFilter),
  })

const refetchPins = (cache: QueryClient, feedId: string) =>
  void cache.invalidateQueries({ queryKey: postPinsQuery(feedId).queryKey })

/** Adds a post from an event. If the user's own data of the post is unknown, the lists are refetched. */
export function receivePostEvent(cache: QueryClient, post: FeedPost, review?: PostReview) {
  const store = feedStore(cache)
  const before = store.get(postEntity, post.id)
  receiveSharedPost(store, post, review)
  const known = store.get(postEntity, post.id)
  if (!known || known === before) return // it is older or already known
  refetchPins(cache, post.FeedId)
  const isShown = postOf(store, post.id) !== undefined
  refetchLists(cache, post.FeedId, (filter) => !isShown || isFiltered(filter))
}

/** Removes a post from an event. An open post refetches and gets 404. */
export function receiveRemovedPost(cache: QueryClient, feedId: string, id: string, version: number) {
  const store = feedStore(cache)
  removePost(store, id, version)
  // The author and the moderators keep this version, because the post awaits approval again.
  if (store.get(postEntity, id)) return
  refetchPins(cache, feedId)
  void cache.invalidateQueries({ queryKey: postQuery(feedId, id).queryKey })
}

/** Adds counts from an event. Counts of a post that is neither known nor being read are ignored. */
export function receiveCountsEvent(cache: QueryClient, id: string, counts: PostCounts, hasLiked?: boolean) {
  const store = feedStore(cache)
  if (store.get(postEntity, id) || cache.isFetching({ queryKey: ['feeds'] }) > 0) receiveCounts(store, id, counts, hasLiked)
}

import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { type PostPage, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { POST_PAGE } from '@noroshi/contract/limits'
import { isGone } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { keepFilledPages } from '../../platform/connection/keep-filled-pages.ts'
import { accessToken } from '../../platform/session/session.ts'
import { type ListPage, readPage, restoreOfList, unlessPending } from '../../platform/store/coverage.ts'
import { beginReadAt, whenRestored } from '../../platform/store/stores.ts'
import { readReply, replyOf } from '../../platform/store/replies.ts'
import { useLast } from '../../platform/store/use-last.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { LIKES_STALE_MS } from '../../platform/tuning.ts'
import { earlyFeeds, removeEarlyFeeds } from './early-feeds.ts'
import { feedStore, forgetRefusedFeed, forgetRefusedPost, receiveMembership, receivePost } from './feed-store.ts'
import {
  feedEntities,
  feedEntity,
  feedListingEntity,
  feedMembersEntity,
  feedMembershipEntity,
  postEntity,
  postPinsEntity,
} from './feeds.entities.ts'
import { isFiltered, type PostFilter } from './post-filter.ts'
import { FEED_LIST_KEYS, feedsOf, POST_KEYS, postList, postOf, postsOf } from './post-views.ts'

/** Visitors use the public routes (specification, section 7). Sign-in and sign-out refetch everything. */
const isVisitor = () => accessToken() === null

/** Fetches the feeds that the user may read into the store. */
export const feedsQuery = queryOptions({
  queryKey: ['feeds', 'list'] as const,
  queryFn: async ({ client }) => {
    const store = feedStore(client)
    const at = await beginReadAt(store, feedListingEntity, 'all')
    const read = store.beginRead()
    const { items } = await call(isVisitor() ? feedRoutes.listPublic : feedRoutes.list)
    for (const feed of items) store.put(feedEntity, feed)
    const ids = items.map(({ id }) => id)
    read.forgetMissing(feedEntity, store.ids(feedEntity), new Set(ids))
    store.put(feedListingEntity, { id: 'all', at, ids })
    removeEarlyFeeds()
    return ids.length
  },
})

/** Returns the feeds that the user may read, at first those of the prerendered screen; undefined until they are known. */
export function useFeeds() {
  const { error, refetch, isPending } = useQuery(feedsQuery)
  const feeds = unlessPending(useStore(feedEntities, FEED_LIST_KEYS, feedsOf), isPending)
  return { feeds: feeds ?? earlyFeeds(), error, refetch }
}

/** Fetches a feed into the store. */
export const feedQuery = (id: string) =>
  queryOptions({
    queryKey: ['feeds', 'feed', id] as const,
    queryFn: async ({ client }) => {
      const store = feedStore(client)
      const read = store.beginRead()
      try {
        store.put(feedEntity, await call(feedRoutes.get, { params: { id } }))
      } catch (error) {
        await whenRestored(store)
        if (isGone(error)) forgetRefusedFeed(read, id)
        throw error
      }
      return id
    },
  })

/** Fetches the user's membership of a feed into the store. */
export const myMembershipQuery = (id: string) =>
  queryOptions({
    queryKey: ['feeds', 'membership', id] as const,
    queryFn: async ({ client }) => {
      if (isVisitor()) return id
      const store = feedStore(client)
      const at = await beginReadAt(store, feedMembershipEntity, id)
      const read = store.beginRead()
      const { membership } = await call(feedMemberRoutes.membership, { params: { id } }).catch((error: unknown) => {
        if (isGone(error)) return { membership: null } // who may not open it is not a member
        throw error
      })
      receiveMembership(store, { id, membership, at, read })
      return id
    },
  })

/** Fetches the members of a feed into the store. */
export const feedMembersQuery = (id: string) =>
  queryOptions({
    queryKey: ['feeds', 'members', id] as const,
    queryFn: ({ client }) =>
      readReply(feedStore(client), feedMembersEntity, id, async () => {
        const { items } = await call(isVisitor() ? feedMemberRoutes.listPublic : feedMemberRoutes.list, { params: { id } })
        return items
      }),
  })

/** Returns the members of a feed as last read; undefined until they are known. */
export function useFeedMembers(id: string) {
  const { error, refetch } = useQuery(feedMembersQuery(id))
  const members = useStore(feedEntities, feedMembersEntity.name, (store) => replyOf(store, feedMembersEntity, id))
  return { members, error, refetch }
}

/** Returns the first or last instant of a day in the device's time zone; undefined if there is no valid day. */
const instantOf = (day: string, isEnd: boolean): string | undefined => {
  const at = new Date(`${day}T${isEnd ? '23:59:59.999' : '00:00:00.000'}`)
  return day === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const queryOf = ({ tab, userName, from, to, order }: PostFilter) => ({
  'page[limit]': POST_PAGE,
  'filter[userName]': userName.trim() === '' ? undefined : userName.trim(),
  'filter[startDate]': instantOf(from, false),
  'filter[endDate]': instantOf(to, true),
  'filter[status]': tab === 'approve' ? ('pending' as const) : undefined,
  'filter[mine]': tab === 'yours',
  'orderBy[sortOrder]': order,
})

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

/**
 * Fetches posts into the store, in pages of 30. A page without a next cursor or without posts is the last
 * (specification, section 7).
 */
export const postsQuery = (feedId: string, filter: PostFilter) =>
  infiniteQueryOptions({
    queryKey: ['feeds', 'posts', feedId, filter] as const,
    queryFn: async ({ client, pageParam, signal }): Promise<ListPage> => {
      const store = feedStore(client)
      const fetch = () =>
        call(isVisitor() ? postRoutes.listPublic : postRoutes.list, {
          params: { id: feedId },
          query: { ...queryOf(filter), ...(pageParam !== null && { 'page[after]': pageParam }) },
          signal,
        })
      const receive = ({ posts, nextCursor }: PostPage): ListPage => {
        for (const post of posts) receivePost(store, post)
        return { ids: posts.map(({ id }) => id), nextCursor: posts.length === 0 ? null : nextCursor }
      }
      return isFiltered(filter) ? receive(await fetch()) : readPage(store, postList(feedId, filter), pageParam, fetch, receive)
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepFilledPages,
  })

/**
 * Returns the posts of a list as far as it was read. Until the first reply to a new filter, it returns the posts of the
 * previous filter; undefined until some posts are known.
 */
export function usePosts(feedId: string, filter: PostFilter) {
  const { data, ...query } = useInfiniteQuery(postsQuery(feedId, filter))
  // The pages of another filter do not apply to this one.
  const pages = query.isPlaceholderData ? undefined : data?.pages
  const posts = useStore(feedEntities, POST_KEYS, (store) => postsOf(store, feedId, filter, pages))
  return { ...query, posts: useLast(unlessPending(posts, query.isPending), query.isPlaceholderData) }
}

/** Fetches a post into the store. */
export const postQuery = (feedId: string, postId: string) =>
  queryOptions({
    queryKey: ['feeds', 'post', feedId, postId] as const,
    queryFn: async ({ client }) => {
      const store = feedStore(client)
      const read = store.beginRead()
      const restoring = restoreOfList(store, postEntity, feedId, postId)
      try {
        receivePost(store, await call(isVisitor() ? postRoutes.getPublic : postRoutes.get, { params: { id: feedId, postId } }))
      } catch (error) {
        if (isGone(error)) {
          forgetRefusedPost(read, postId)
          void restoring.then(() => forgetRefusedPost(read, postId)) // a slow disk may add it later
        }
        throw error
      }
      return postId
    },
  })

/** Returns a post with the user's own data; undefined until it is known. */
export function usePost(feedId: string, postId: string) {
  const { error, refetch } = useQuery(postQuery(feedId, postId))
  return { post: useStore(feedEntities, POST_KEYS, (store) => postOf(store, postId)), error, refetch }
}

/** Users who like a post (specification, section 9: stale after two minutes). */
export const likesQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: ['feeds', 'likes', postId] as const,
    queryFn: ({ pageParam }) =>
      call(likeRoutes.list, {
        params: { EntityId: postId, entityType: 'post' },
        query: pageParam === null ? {} : { cursor: pageParam },
      }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: LIKES_STALE_MS,
    refetchInterval: LIKES_STALE_MS,
  })

/** Fetches the posts with a location into the store. */
export const postPinsQuery = (feedId: string) =>
  queryOptions({
    queryKey: ['feeds', 'pins', feedId] as const,
    queryFn: ({ client }) =>
      readReply(feedStore(client), postPinsEntity, feedId, () => call(postRoutes.map, { params: { id: feedId } })),
  })

/** Returns the posts with a location as last read; undefined until they are known. */
export function usePostPins(feedId: string) {
  const { error, refetch } = useQuery(postPinsQuery(feedId))
  const pins = useStore(feedEntities, postPinsEntity.name, (store) => replyOf(store, postPinsEntity, feedId))
  return { pins, error, refetch }
}

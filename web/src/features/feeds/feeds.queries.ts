import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { POST_PAGE } from '@noroshi/contract/limits'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { accessToken } from '../../platform/session.ts'
import { LIKES_STALE_MS } from '../../platform/tuning.ts'

/** Visitors use the public routes (specification, section 7). Sign-in and sign-out refetch everything. */
const isVisitor = () => accessToken() === null

/** Retries once, except errors that a retry does not change: 404 means that the feed does not exist for this user. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof ApiError && [400, 401, 403, 404].includes(error.status))

export const feedsQuery = queryOptions({
  queryKey: ['feeds', 'list'] as const,
  queryFn: () => call(isVisitor() ? feedRoutes.listPublic : feedRoutes.list),
})

export const feedQuery = (id: string) =>
  queryOptions({
    queryKey: ['feeds', 'feed', id] as const,
    queryFn: () => call(feedRoutes.get, { params: { id } }),
    retry: isWorthRetrying,
  })

/** The user's membership of a feed; null if they are not a member. */
export const myMembershipQuery = (id: string) =>
  queryOptions({
    queryKey: ['feeds', 'membership', id] as const,
    queryFn: async () => {
      if (isVisitor()) return null
      try {
        return await call(feedMemberRoutes.mine, { params: { id } })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    retry: isWorthRetrying,
  })

export const feedMembersQuery = (id: string) =>
  queryOptions({
    queryKey: ['feeds', 'members', id] as const,
    queryFn: () => call(isVisitor() ? feedMemberRoutes.listPublic : feedMemberRoutes.list, { params: { id } }),
    retry: isWorthRetrying,
  })

/** Approved posts, posts that await approval, or the user's own posts. */
export type PostTab = 'posts' | 'approve' | 'yours'

export interface PostFilter {
  readonly tab: PostTab
  /** Part of the author's name; '' does not filter. */
  readonly userName: string
  /** Days in the device's time zone, for example '2026-11-21'; '' does not filter. */
  readonly from: string
  readonly to: string
  readonly order: 'asc' | 'desc'
}

/** Filter and order of a list without its tab. */
export type PostSearch = Omit<PostFilter, 'tab'>

export const unfiltered: PostSearch = { userName: '', from: '', to: '', order: 'desc' }

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

/** Posts in pages of 30. A page without a next cursor or without posts is the last (specification, section 7). */
export const postsQuery = (feedId: string, filter: PostFilter) =>
  infiniteQueryOptions({
    queryKey: ['feeds', 'posts', feedId, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(isVisitor() ? postRoutes.listPublic : postRoutes.list, {
        params: { id: feedId },
        query: { ...queryOf(filter), ...(pageParam !== null && { 'page[after]': pageParam }) },
        signal,
      }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ posts, nextCursor }) => (posts.length === 0 ? null : nextCursor),
    placeholderData: keepPreviousData,
    retry: isWorthRetrying,
  })

export const postQuery = (feedId: string, postId: string) =>
  queryOptions({
    queryKey: ['feeds', 'post', feedId, postId] as const,
    queryFn: () => call(isVisitor() ? postRoutes.getPublic : postRoutes.get, { params: { id: feedId, postId } }),
    retry: isWorthRetrying,
  })

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
    retry: isWorthRetrying,
  })

/** Posts with a location. */
export const postPinsQuery = (feedId: string) =>
  queryOptions({
    queryKey: ['feeds', 'pins', feedId] as const,
    queryFn: () => call(postRoutes.map, { params: { id: feedId } }),
    retry: isWorthRetrying,
  })

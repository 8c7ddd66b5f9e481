import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { POST_PAGE } from '@noroshi/contract/limits'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { accessToken } from '../../platform/session.ts'

/** Who is not signed in asks the public routes (specification, section 7); a login or a logout asks everything anew. */
const isVisitor = () => accessToken() === null

/** 404 is an answer: it is not there for this reader. */
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

/** What this reader is in a feed; null: no member. */
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

/** All posts that everybody sees, those that wait, or one's own. */
export type PostTab = 'posts' | 'approve' | 'yours'

export interface PostFilter {
  readonly tab: PostTab
  /** '' does not filter. */
  readonly userName: string
  /** Days of this device, '2026-11-21'; '' does not filter. */
  readonly from: string
  readonly to: string
  readonly order: 'asc' | 'desc'
}

/** What a list is narrowed and ordered by, whatever its tab. */
export type Narrowing = Omit<PostFilter, 'tab'>

export const unfiltered: Narrowing = { userName: '', from: '', to: '', order: 'desc' }

/** A day of this device as a moment; the last moment of it for an end. */
const momentOf = (day: string, isEnd: boolean): string | undefined => {
  const at = new Date(`${day}T${isEnd ? '23:59:59.999' : '00:00:00.000'}`)
  return day === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const queryOf = ({ tab, userName, from, to, order }: PostFilter) => ({
  'page[limit]': POST_PAGE,
  'filter[userName]': userName.trim() === '' ? undefined : userName.trim(),
  'filter[startDate]': momentOf(from, false),
  'filter[endDate]': momentOf(to, true),
  'filter[status]': tab === 'approve' ? ('pending' as const) : undefined,
  'filter[mine]': tab === 'yours',
  'orderBy[sortOrder]': order,
})

// `as`: without it the first page's null would be the type of every page's cursor.
const first = null as string | null

/** Posts in pages of 30; a page without a following one, or an empty one, is the last (specification, section 7). */
export const postsQuery = (feedId: string, filter: PostFilter) =>
  infiniteQueryOptions({
    queryKey: ['feeds', 'posts', feedId, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(isVisitor() ? postRoutes.listPublic : postRoutes.list, {
        params: { id: feedId },
        query: { ...queryOf(filter), ...(pageParam !== null && { 'page[after]': pageParam }) },
        signal,
      }),
    initialPageParam: first,
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

/** Posts with a place. */
export const postPinsQuery = (feedId: string) =>
  queryOptions({
    queryKey: ['feeds', 'pins', feedId] as const,
    queryFn: () => call(postRoutes.map, { params: { id: feedId } }),
    retry: isWorthRetrying,
  })

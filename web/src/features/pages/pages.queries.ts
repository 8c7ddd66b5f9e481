import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { accessToken } from '../../platform/session.ts'

/** Visitors call no route that needs a session (specification, section 7). Sign-in and sign-out refetch everything. */
const isVisitor = () => accessToken() === null

/** Retries once, except errors that a retry does not change: 404 means that the page does not exist for this user. */
export const isWorthRetrying = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof ApiError && [400, 401, 403, 404].includes(error.status))

/** Key prefix of all lists of pages. */
export const pageListsKey = ['pages', 'list'] as const

/** Pages that the user may read; '' does not filter. */
export const pagesQuery = (search = '') =>
  queryOptions({
    queryKey: [...pageListsKey, search] as const,
    queryFn: ({ signal }) => call(pageRoutes.list, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })

export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'page', id] as const,
    queryFn: () => call(pageRoutes.get, { params: { id } }),
    retry: isWorthRetrying,
  })

/** The user's membership of a page; null if they are not a member. */
export const myPageMembershipQuery = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'membership', id] as const,
    queryFn: async () => {
      if (isVisitor()) return null
      try {
        return await call(pageMemberRoutes.mine, { params: { id } })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    retry: isWorthRetrying,
  })

export const pageMembersQuery = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'members', id] as const,
    queryFn: () => call(isVisitor() ? pageMemberRoutes.listPublic : pageMemberRoutes.list, { params: { id } }),
    retry: isWorthRetrying,
  })

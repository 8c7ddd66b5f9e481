import { infiniteQueryOptions } from '@tanstack/react-query'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { accessToken } from '../../platform/session.ts'

// `as`: without it the first page's null would be the type of every page's cursor.
const newest = null as string | null

/** The newest comments of a post first, each page oldest first; the following page stands above. */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', postId] as const,
    queryFn: ({ pageParam }) =>
      call(accessToken() === null ? commentRoutes.listPublic : commentRoutes.list, {
        params: { EntityId: postId, entityType: 'post' },
        query: pageParam === null ? {} : { cursor: pageParam },
      }),
    initialPageParam: newest,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && [400, 401, 403, 404].includes(error.status)),
  })

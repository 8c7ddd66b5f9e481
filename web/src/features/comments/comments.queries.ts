import { infiniteQueryOptions } from '@tanstack/react-query'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { accessToken } from '../../platform/session.ts'

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

/** Comments of a post. The first page contains the newest; within a page, the oldest come first. */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', postId] as const,
    queryFn: ({ pageParam }) =>
      call(accessToken() === null ? commentRoutes.listPublic : commentRoutes.list, {
        params: { EntityId: postId, entityType: 'post' },
        query: pageParam === null ? {} : { cursor: pageParam },
      }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && [400, 401, 403, 404].includes(error.status)),
  })

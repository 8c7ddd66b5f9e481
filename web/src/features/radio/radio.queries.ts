import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'

/** Retries once, except errors that a retry does not change: 404 means that the viewer is not in the thread. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof ApiError && [400, 401, 403, 404].includes(error.status))

/** The threads with a radio chat, for the third tab of the messages. */
export const radioThreadsQuery = queryOptions({
  queryKey: ['radio', 'threads'] as const,
  queryFn: () => call(radioRoutes.threads),
})

/** The running radio chat of a thread, its floor and its messages. */
export const radioQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['radio', 'live', threadId] as const,
    queryFn: () => call(radioRoutes.live, { params: { id: threadId } }),
    retry: isWorthRetrying,
  })

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

/** All radio messages of a thread. The first page is the newest. */
export const radioHistoryQuery = (threadId: string) =>
  infiniteQueryOptions({
    queryKey: ['radio', 'history', threadId] as const,
    queryFn: ({ pageParam }) =>
      call(radioRoutes.history, {
        params: { id: threadId },
        query: { limit: PAGE_SIZE, ...(pageParam !== null && { before: pageParam }) },
      }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: isWorthRetrying,
  })

/** The locations of the other members of the running radio chat. Only its members may read them. */
export const radioLocationsQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['radio', 'locations', threadId] as const,
    queryFn: () => call(radioRoutes.locations, { params: { id: threadId } }),
    retry: isWorthRetrying,
  })

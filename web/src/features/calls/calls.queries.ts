import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ringingSessionOf } from '@noroshi/contract/calls/call-status'
import { type CallSession, callRoutes } from '@noroshi/contract/calls/calls.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'

export type CallKind = 'personal' | 'group'

/** Retries once, except errors that a retry does not change: 404 means that the viewer is not in the call. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof ApiError && [400, 401, 403, 404].includes(error.status))

export const callQuery = (id: string) =>
  queryOptions({
    queryKey: ['calls', 'call', id] as const,
    queryFn: () => call(callRoutes.get, { params: { id } }),
    retry: isWorthRetrying,
  })

interface Page {
  readonly pageSize: number
  readonly total: number
}

const nextPage = ({ pageSize, total }: Page, pages: readonly Page[]) =>
  pages.length * pageSize < total ? pages.length + 1 : undefined

export const callsQuery = (kind: CallKind) =>
  infiniteQueryOptions({
    queryKey: ['calls', 'list', kind] as const,
    queryFn: ({ pageParam }) => call(callRoutes[kind], { query: { pageNumber: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** All personal calls with one other user. */
export const moreCallsQuery = (otherUser: string) =>
  infiniteQueryOptions({
    queryKey: ['calls', 'more', otherUser] as const,
    queryFn: ({ pageParam }) => call(callRoutes.more, { query: { pageNumber: pageParam, otherUser } }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** Milliseconds for which the TURN credentials are used for new calls. They are valid for longer. */
const ICE_STALE_MS = 600_000

/** The servers that help to connect. A call begins without them if the server does not answer. */
export const iceServersQuery = queryOptions({
  queryKey: ['calls', 'iceServers'] as const,
  queryFn: () => call(callRoutes.iceServers),
  staleTime: ICE_STALE_MS,
  refetchInterval: false,
})

/** Returns the sessions that ring for a user. Their calls may have begun while the page was loading, before it received events. */
export async function fetchRinging(cache: QueryClient, userId: string): Promise<CallSession[]> {
  const kinds: readonly CallKind[] = ['personal', 'group']
  try {
    const lists = await Promise.all(kinds.map((kind) => cache.fetchInfiniteQuery(callsQuery(kind))))
    return lists.flatMap(({ pages }) =>
      pages.flatMap(({ calls }) => calls.flatMap((each) => ringingSessionOf(each, userId) ?? [])),
    )
  } catch {
    return [] // the server is away, and the call with it
  }
}

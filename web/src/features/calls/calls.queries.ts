import { infiniteQueryOptions, type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { canRejoin, ringingSessionOf } from '@noroshi/contract/calls/call-status'
import { type Call, type CallSession, callRoutes } from '@noroshi/contract/calls/calls.http'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import { inOrder, type ListPage, type PagedList, readPage, unlessPending } from '../../platform/store/coverage.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { callFor, callLists, callsOf, callStore, callsWith, receiveCall, receivedCall } from './call-store.ts'
import { callEntities } from './calls.entities.ts'

export type CallKind = keyof typeof callLists

/** Fetches a call into the store. {@link useCall} returns it. */
export const callQuery = (id: string) =>
  queryOptions({
    queryKey: ['calls', 'call', id] as const,
    queryFn: async ({ client }) => {
      receiveCall(callStore(client), await call(callRoutes.get, { params: { id } }))
      return id
    },
    meta: { keepsEvents: true },
  })

const CALL_KEYS = callEntities.map(({ name }) => name).join(' ')

/** A call with the viewer's own data, also while it is fetched again. */
export function useCall(id: string) {
  const viewer = useCurrentUser()
  const { error, refetch } = useQuery(callQuery(id))
  return { call: useStore(callEntities, CALL_KEYS, (store) => receivedCall(store, id, viewer?.id)), error, refetch }
}

type Reply = z.output<(typeof callRoutes.personal)['reply']>

interface CallListPage extends ListPage {
  /** The other users of the personal calls whose accounts are deactivated. */
  readonly inactiveUserIds: readonly string[]
}

/** A page of the server, and the last id of the page before it. */
interface PageParam {
  readonly pageNumber: number
  readonly after: string | null
}
// `as`: otherwise the type of `after` would be null.
const firstPage = { pageNumber: 1, after: null } as PageParam

/** Fetches a list of calls into the store, in the numbered pages of the server. */
const listQuery = (list: PagedList, fetchPage: (pageNumber: number) => Promise<Reply>) =>
  infiniteQueryOptions({
    queryKey: ['calls', 'list', list.id] as const,
    queryFn: ({ client, pageParam: { pageNumber, after } }) => {
      const store = callStore(client)
      const fetch = () => fetchPage(pageNumber)
      return readPage(store, list, after, fetch, ({ calls, inactiveUserIds, pageSize, total }) => {
        for (const each of calls) receiveCall(store, each)
        const ids = calls.map(({ id }) => id)
        // New calls move calls of the pages before to this one.
        const [last = null] = inOrder(after === null ? ids : [...ids, after], 'asc')
        return { ids, inactiveUserIds, nextCursor: pageNumber * pageSize < total ? last : null }
      })
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor: after }: CallListPage, pages) =>
      after === null ? undefined : { pageNumber: pages.length + 1, after },
    meta: { keepsEvents: true },
  })

export const callsQuery = (kind: CallKind) =>
  listQuery(callLists[kind], (pageNumber) => call(callRoutes[kind], { query: { pageNumber } }))

/** All personal calls with one other user. */
export const callsWithQuery = (otherUser: string) =>
  listQuery(callsWith(otherUser), (pageNumber) => call(callRoutes.more, { query: { pageNumber, otherUser } }))

/** The calls of a list as far as it was read; undefined until some of it was. */
function useList(query: ReturnType<typeof listQuery>, list: PagedList) {
  const viewer = useCurrentUser()
  const { data, ...rest } = useInfiniteQuery(query)
  const calls = useStore(callEntities, CALL_KEYS, (store) => callsOf(store, list, viewer?.id, data?.pages))
  const inactiveUserIds = data?.pages.flatMap((page) => page.inactiveUserIds) ?? []
  return { ...rest, calls: unlessPending(calls, rest.isPending), inactiveUserIds }
}

export const useCalls = (kind: CallKind) => useList(callsQuery(kind), callLists[kind])

export const useCallsWith = (otherUser: string) => useList(callsWithQuery(otherUser), callsWith(otherUser))

/** The calls with one other user, or all group calls, as far as they were read. */
export function useCallsOfChat(otherUser: string | null) {
  const [query, list] =
    otherUser === null ? [callsQuery('group'), callLists.group] : [callsWithQuery(otherUser), callsWith(otherUser)]
  return useList(query, list).calls
}

/** The newest call of a group chat that runs without the user, who may join it. */
export function useRunningCallOf(threadId: string): Call | undefined {
  const viewer = useCurrentUser()
  const { calls } = useCalls('group')
  const running = calls?.find(({ MessageGroupId, endedAt }) => MessageGroupId === threadId && endedAt === null)
  const received = useStore(callEntities, CALL_KEYS, (store) => running && receivedCall(store, running.id, viewer?.id))
  return viewer && received && canRejoin(received, viewer.id) ? received : undefined
}

/** Milliseconds for which the TURN credentials are used for new calls. They are valid for longer. */
const ICE_STALE_MS = 600_000

/** The servers that help to connect. A call begins without them if the server does not answer. */
export const iceServersQuery = queryOptions({
  queryKey: ['calls', 'iceServers'] as const,
  queryFn: () => call(callRoutes.iceServers),
  staleTime: ICE_STALE_MS,
  refetchInterval: false,
})

/**
 * Returns the sessions that ring for a user. Their calls may have begun while the page was loading, before it received
 * events.
 */
export async function fetchRinging(cache: QueryClient, userId: string): Promise<CallSession[]> {
  const kinds: readonly CallKind[] = ['personal', 'group']
  try {
    const lists = await Promise.all(kinds.map((kind) => cache.fetchInfiniteQuery(callsQuery(kind))))
    const ids = lists.flatMap(({ pages }) => pages.flatMap((page) => page.ids))
    return ids.flatMap((id) => {
      const known = callFor(callStore(cache), id, userId)
      return (known && ringingSessionOf(known, userId)) ?? []
    })
  } catch {
    return [] // the server is unreachable, which ends the call
  }
}

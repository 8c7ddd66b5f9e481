import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { alertRoutes, type AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { alertToken, dropAlertToken } from '../../platform/alert-tokens.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { readActive } from './read-active.ts'

// `as`: without it the first page's null would be the type of every page's cursor.
const first = null as string | null

const pageOf = (status: AlertStatus, cursor: string | null, signal?: AbortSignal) =>
  call(alertRoutes.list, { query: { status, ...(cursor !== null && { cursor }) }, signal })

export const alertsQuery = (status: AlertStatus) =>
  infiniteQueryOptions({
    queryKey: ['alerts', 'list', status] as const,
    queryFn: (context) =>
      status === 'active'
        ? readActive(context, {
            ask: (cursor, signal) => pageOf(status, cursor, signal),
            openDetail: (id) => context.client.getQueryData(alertQuery(id).queryKey),
          })
        : pageOf(status, context.pageParam),
    meta: { keepsEvents: status === 'active' },
    // In a flood a new alert moves all others: comparing each with its neighbour would take all of the page's time.
    structuralSharing: false,
    initialPageParam: first,
    // The active ones are read to the end by themselves: asking for a next page would put an end to that.
    getNextPageParam: ({ nextCursor }) => (status === 'active' ? null : nextCursor),
  })

/** 404 is an answer, not a failure: the alert is not there for this reader. */
const isWorthRetrying = (count: number, error: Error) =>
  count < 1 && !(error instanceof ApiError && [401, 403, 404].includes(error.status))

async function openAlert(id: string) {
  const token = alertToken(id)
  try {
    return await call(alertRoutes.get, { params: { id }, alertToken: token })
  } catch (error) {
    if (token !== undefined && error instanceof ApiError && error.status === 404) dropAlertToken(id)
    throw error
  }
}

export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'detail', id] as const,
    queryFn: () => openAlert(id),
    retry: isWorthRetrying,
  })

/** The first page is the newest; each page is in the order of writing. */
export const alertMessagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['alerts', 'messages', id] as const,
    queryFn: ({ pageParam }) =>
      call(alertRoutes.messages, {
        params: { id },
        query: pageParam === null ? {} : { before: pageParam },
        alertToken: alertToken(id),
      }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: isWorthRetrying,
  })

export const ledgerQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'ledger', id] as const,
    queryFn: () => call(alertRoutes.ledger, { params: { id } }),
  })

/** How many of those who go are named beside the ledger; `alert:ledger` brings as many. */
const RESPONDERS = 10

/** Who goes, latest answer first. Each change comes by its event. */
export const respondersQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'responders', id] as const,
    queryFn: async () => {
      const { items } = await call(alertRoutes.ledger, { params: { id } })
      return items
        .filter(({ answer }) => answer === 'responding')
        .toSorted((a, b) => (b.answeredAt ?? '').localeCompare(a.answeredAt ?? ''))
        .slice(0, RESPONDERS)
        .map(({ user }) => user)
    },
    staleTime: Infinity,
    refetchInterval: false,
  })

export const alertPeopleQuery = (id: string) =>
  queryOptions({
    queryKey: ['positions', 'alert', id] as const,
    queryFn: () => call(alertRoutes.memberLocations, { params: { id } }),
  })

export const groupMembersQuery = infiniteQueryOptions({
  queryKey: ['alerts', 'groupMembers'] as const,
  queryFn: ({ pageParam }) => call(alertRoutes.groupMembers, { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: first,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

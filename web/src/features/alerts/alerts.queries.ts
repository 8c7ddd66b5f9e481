import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { alertRoutes, type AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { alertToken, removeAlertToken } from '../../platform/alert-tokens.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { readActive } from './read-active.ts'

// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

const pageOf = (status: AlertStatus, cursor: string | null, signal?: AbortSignal) =>
  call(alertRoutes.list, { query: { status, ...(cursor !== null && { cursor }) }, signal })

export const alertsQuery = (status: AlertStatus) =>
  infiniteQueryOptions({
    queryKey: ['alerts', 'list', status] as const,
    queryFn: (context) =>
      status === 'active'
        ? readActive(context, {
            fetchPage: (cursor, signal) => pageOf(status, cursor, signal),
            cachedDetail: (id) => context.client.getQueryData(alertQuery(id).queryKey),
          })
        : pageOf(status, context.pageParam),
    meta: { keepsEvents: status === 'active' },
    // A new alert shifts all others. In a flood, comparing each with its neighbour would block the page.
    structuralSharing: false,
    initialPageParam: firstCursor,
    // readActive reads all pages of the active alerts. Fetching a next page would cancel it.
    getNextPageParam: ({ nextCursor }) => (status === 'active' ? null : nextCursor),
  })

/** Whether a failed request is retried. 401, 403 and 404 are final answers: this reader cannot read the alert. */
const isWorthRetrying = (count: number, error: Error) =>
  count < 1 && !(error instanceof ApiError && [401, 403, 404].includes(error.status))

async function openAlert(id: string) {
  const token = alertToken(id)
  try {
    return await call(alertRoutes.get, { params: { id }, alertToken: token })
  } catch (error) {
    if (token !== undefined && error instanceof ApiError && error.status === 404) removeAlertToken(id)
    throw error
  }
}

export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'detail', id] as const,
    queryFn: () => openAlert(id),
    retry: isWorthRetrying,
  })

export const ledgerQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'ledger', id] as const,
    queryFn: () => call(alertRoutes.ledger, { params: { id } }),
  })

/** Max responders that are shown beside the ledger. `alert:ledger` carries the same number. */
const RESPONDERS = 10

/** The responders, latest answer first. Events keep them current. */
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

export const groupMembersQuery = infiniteQueryOptions({
  queryKey: ['alerts', 'groupMembers'] as const,
  queryFn: ({ pageParam }) => call(alertRoutes.groupMembers, { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: firstCursor,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

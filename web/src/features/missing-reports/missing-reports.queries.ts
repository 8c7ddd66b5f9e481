import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { missingReportRoutes } from '@noroshi/contract/missing-reports/missing-reports.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** The missing-person reports of the user. They are readable without a connection. */
export const ownReportsQuery = queryOptions({
  queryKey: storedKey('ownMissingReports'),
  queryFn: () => call(missingReportRoutes.own),
})

export type ReportsState = 'open' | 'done'

/** The key of the reports of all users. As the registers whose people they have, they are never on disk. */
export const missingReportsKey = ['reception', 'missing'] as const

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

/** The reports of all users, for the staff of shelters. Each read is an audit entry, so none is by time. */
export const missingReportsQuery = (state: ReportsState) =>
  infiniteQueryOptions({
    queryKey: [...missingReportsKey, state] as const,
    queryFn: ({ pageParam }) =>
      call(missingReportRoutes.list, { query: { state, ...(pageParam !== null && { cursor: pageParam }) } }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: false,
    // Stale only after an event, of which the list tells its reader.
    staleTime: Number.POSITIVE_INFINITY,
  })

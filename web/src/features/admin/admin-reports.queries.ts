import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminReportRoutes } from '@noroshi/contract/reports/reports.http'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'

const reportsKey = ['admin', 'reports'] as const

export type ReportStatus = 'open' | 'done'

// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

export const reportsQuery = (status: ReportStatus) =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, 'list', status] as const,
    queryFn: ({ pageParam, signal }) =>
      call(adminReportRoutes.list, { query: { status, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** The number of open reports. */
export const reportCountQuery = queryOptions({
  queryKey: [...reportsKey, 'count'] as const,
  queryFn: ({ signal }) => call(adminReportRoutes.count, { signal }),
})

/** Marks a report as done. */
export const useFinishReport = (id: string) =>
  useChange(
    (note: string) => call(adminReportRoutes.done, { params: { id }, body: { note } }),
    (cache) => cache.invalidateQueries({ queryKey: reportsKey }),
    'admin.saved',
  )

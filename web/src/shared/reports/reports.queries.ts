import { queryOptions } from '@tanstack/react-query'
import { reportRoutes } from '@noroshi/contract/reports/reports.http'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'

/** The subject of a report. */
export interface ReportTarget {
  readonly kind: 'message' | 'person'
  readonly id: string
}

/** What the user has reported, on any device. */
export const ownReportsQuery = queryOptions({
  queryKey: ['reports', 'mine'] as const,
  queryFn: ({ signal }) => call(reportRoutes.mine, { signal }),
  refetchInterval: false,
})

export const useReport = ({ kind, id }: ReportTarget) =>
  useChange(
    (reason: string) => call(reportRoutes[kind], { params: { id }, body: { reason } }),
    (cache) => cache.invalidateQueries({ queryKey: ownReportsQuery.queryKey }),
    'reports.sent',
  )

import { queryOptions } from '@tanstack/react-query'
import { fieldReportRoutes } from '@noroshi/contract/community-map/field-reports.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'
import type { Bounds } from '../../ui/map/bounds.ts'
import { fieldReportKey } from './field-report-key.ts'

/** The newest open reports. They are readable without a connection. */
export const fieldReportsQuery = queryOptions({
  queryKey: storedKey('fieldReports', 'all'),
  queryFn: () => call(fieldReportRoutes.list),
})

/** The open reports in a box, for a map with more reports than one reply has. */
export const fieldReportBoxQuery = (box: Bounds) =>
  queryOptions({
    queryKey: ['fieldReports', 'box', box] as const,
    queryFn: () => {
      const [west, south, east, north] = box
      return call(fieldReportRoutes.list, { query: { west, south, east, north } })
    },
  })

/** An open report with its details. */
export const fieldReportQuery = (id: string) =>
  queryOptions({
    queryKey: fieldReportKey(id),
    queryFn: () => call(fieldReportRoutes.detail, { params: { id } }),
  })

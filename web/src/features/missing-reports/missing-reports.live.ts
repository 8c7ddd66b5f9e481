import { missingReportEvents } from '@noroshi/contract/missing-reports/missing-reports.events'
import { defineLive } from '../../platform/connection/live.ts'
import { missingReportsKey, ownReportsQuery } from './missing-reports.queries.ts'

/**
 * The own reports are read again where they are on the screen. Those of all users are only marked as changed: each read of a page is
 * an audit entry, and each report would be one on each open page of the staff.
 */
export const missingReportsLive = defineLive(missingReportEvents, {
  'missing-reports:changed': (cache) => {
    void cache.invalidateQueries({ queryKey: ownReportsQuery.queryKey })
    void cache.invalidateQueries({ queryKey: missingReportsKey, refetchType: 'none' })
  },
})

import { missingReportEvents } from '@noroshi/contract/missing-reports/missing-reports.events'
import { defineLive } from '../../platform/connection/live.ts'
import { missingReportsKey, ownReportsQuery } from './missing-reports.queries.ts'

/** The lists are read again where they are on the screen. */
export const missingReportsLive = defineLive(missingReportEvents, {
  'missing-reports:changed': (cache) => {
    void cache.invalidateQueries({ queryKey: ownReportsQuery.queryKey })
    void cache.invalidateQueries({ queryKey: missingReportsKey })
  },
})

import { dashboardEvents } from '@noroshi/contract/dashboard/dashboard.events'
import { defineLive } from '../../platform/connection/live.ts'
import { linksKey, sectionsQuery } from './dashboard.queries.ts'

/** The shown links depend on the time and the reader, so they are refetched. The sections contain their links. */
export const dashboardLive = defineLive(dashboardEvents, {
  'dashboard:changed': (cache, { DashboardSectionId }) => {
    void cache.invalidateQueries({ queryKey: sectionsQuery.queryKey })
    void cache.invalidateQueries({ queryKey: DashboardSectionId === null ? linksKey : [...linksKey, DashboardSectionId] })
  },
})

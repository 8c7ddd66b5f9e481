import { dashboardEvents } from '@noroshi/contract/dashboard/dashboard.events'
import { defineLive } from '../../platform/live.ts'
import { linksKey, sectionsQuery } from './dashboard.queries.ts'

/** Which links are shown hangs on the hour and on who asks: they are asked for again. */
export const dashboardLive = defineLive(dashboardEvents, {
  'dashboard:changed': (cache, { DashboardSectionId }) => {
    if (DashboardSectionId === null) void cache.invalidateQueries({ queryKey: sectionsQuery.queryKey })
    void cache.invalidateQueries({ queryKey: DashboardSectionId === null ? linksKey : [...linksKey, DashboardSectionId] })
  },
})

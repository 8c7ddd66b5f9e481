import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { internetQuery } from '../../platform/internet.ts'
import { createReceiver } from '../../platform/live.ts'
import { dashboardLive } from './dashboard.live.ts'
import { allLinksQuery, linksQuery, sectionsQuery } from './dashboard.queries.ts'

const [water, trains] = [newId(), newId()]
const none = { items: [], nextCursor: null }

/** A home that has loaded everything; what an event makes stale is asked for again. */
function home() {
  const cache = new QueryClient()
  const loaded = { sections: sectionsQuery, water: linksQuery(water), allWater: allLinksQuery(water), trains: linksQuery(trains) }
  for (const { queryKey } of Object.values(loaded)) cache.setQueryData<unknown>(queryKey, none)
  cache.setQueryData(internetQuery.queryKey, { isOnline: null })
  const receive = createReceiver(cache, [dashboardLive])
  return {
    hears: (DashboardSectionId: string | null) =>
      receive('dashboard:changed', { DashboardSectionId }, newId(), { isCatchUp: false }),
    stale: () =>
      Object.entries({ ...loaded, internet: internetQuery })
        .filter(([, { queryKey }]) => cache.getQueryState<unknown>(queryKey)?.isInvalidated)
        .map(([name]) => name),
  }
}

test('a changed section is asked for again, and no other', () => {
  const shown = home()
  shown.hears(water)
  expect(shown.stale()).toEqual(['water', 'allWater'])
})

test('when sections come, go or move, they and all of their links are asked for again', () => {
  const shown = home()
  shown.hears(null)
  expect(shown.stale()).toEqual(['sections', 'water', 'allWater', 'trains'])
})

import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { internetQuery } from '../../platform/connection/internet.ts'
import { createReceiver } from '../../platform/connection/live.ts'
import { dashboardLive } from './dashboard.live.ts'
import { allLinksQuery, sectionsQuery } from './dashboard.queries.ts'

const [water, trains] = [newId(), newId()]
const none = { items: [], nextCursor: null }

/** Returns a cache that has loaded everything, and the names of the queries that an event made stale. */
function openHome() {
  const cache = new QueryClient()
  const loaded = { sections: sectionsQuery, water: allLinksQuery(water), trains: allLinksQuery(trains) }
  for (const { queryKey } of Object.values(loaded)) cache.setQueryData<unknown>(queryKey, none)
  cache.setQueryData(internetQuery.queryKey, { isOnline: null })
  const receive = createReceiver(cache, [dashboardLive])
  return {
    applyEvent: (DashboardSectionId: string | null) =>
      receive('dashboard:changed', { DashboardSectionId }, newId(), { isCatchUp: false }),
    stale: () =>
      Object.entries({ ...loaded, internet: internetQuery })
        .filter(([, { queryKey }]) => cache.getQueryState<unknown>(queryKey)?.isInvalidated)
        .map(([name]) => name),
  }
}

test('when the links of a section change, the sections of the home and these links are refetched, and no others', () => {
  const home = openHome()
  home.applyEvent(water)
  expect(home.stale()).toEqual(['sections', 'water'])
})

test('when sections are added, removed or moved, the sections and all links are refetched', () => {
  const home = openHome()
  home.applyEvent(null)
  expect(home.stale()).toEqual(['sections', 'water', 'trains'])
})

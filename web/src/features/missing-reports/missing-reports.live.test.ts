import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { missingReportsLive } from './missing-reports.live.ts'
import { missingReportsQuery, ownReportsQuery } from './missing-reports.queries.ts'

test('the own reports and those of all users are read again after a change', () => {
  const cache = new QueryClient()
  const { queryKey } = missingReportsQuery('open')
  cache.setQueryData(ownReportsQuery.queryKey, { items: [] })
  cache.setQueryData(queryKey, { pages: [], pageParams: [] })
  createReceiver(cache, [missingReportsLive])('missing-reports:changed', {}, newId(), { isCatchUp: false })
  for (const key of [ownReportsQuery.queryKey, queryKey]) expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
})

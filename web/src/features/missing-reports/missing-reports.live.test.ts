import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { missingReportsLive } from './missing-reports.live.ts'
import { missingReportsQuery, ownReportsQuery } from './missing-reports.queries.ts'

test('after a change, the own reports are read again, and those of all users are only marked as changed', () => {
  const cache = new QueryClient()
  const { queryKey } = missingReportsQuery('open')
  cache.setQueryData(ownReportsQuery.queryKey, { items: [] })
  cache.setQueryData(queryKey, { pages: [], pageParams: [] })
  const observer = new InfiniteQueryObserver(cache, missingReportsQuery('open'))
  const unsubscribe = observer.subscribe(() => undefined)
  createReceiver(cache, [missingReportsLive])('missing-reports:changed', {}, newId(), { isCatchUp: false })
  for (const key of [ownReportsQuery.queryKey, queryKey]) expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
  expect(observer.getCurrentResult()).toMatchObject({ isStale: true, isFetching: false })
  unsubscribe()
})

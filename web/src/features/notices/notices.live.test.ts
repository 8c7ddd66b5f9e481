import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { noticesLive } from './notices.live.ts'
import { noticeShapesQuery, noticesQuery } from './notices.queries.ts'

test('a change of the notices reads them and their areas again', () => {
  const cache = new QueryClient()
  cache.setQueryData(noticesQuery.queryKey, { items: [], nextCursor: null })
  cache.setQueryData(noticeShapesQuery.queryKey, { items: [], isComplete: true })
  createReceiver(cache, [noticesLive])('notices:changed', {}, newId(), { isCatchUp: false })
  expect(cache.getQueryState(noticesQuery.queryKey)?.isInvalidated).toBe(true)
  expect(cache.getQueryState(noticeShapesQuery.queryKey)?.isInvalidated).toBe(true)
})

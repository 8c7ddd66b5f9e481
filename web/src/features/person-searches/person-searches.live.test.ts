import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { personSearchesLive } from './person-searches.live.ts'
import { personSearchesQuery } from './person-searches.queries.ts'

test('a list of questions that changed is read again', () => {
  const cache = new QueryClient()
  cache.setQueryData(personSearchesQuery.queryKey, { searches: [], received: [] })
  createReceiver(cache, [personSearchesLive])('person-searches:changed', {}, newId(), { isCatchUp: false })
  expect(cache.getQueryState(personSearchesQuery.queryKey)?.isInvalidated).toBe(true)
})

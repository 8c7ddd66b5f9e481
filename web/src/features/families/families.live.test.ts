import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { familiesLive } from './families.live.ts'
import { familyQuery } from './families.queries.ts'

test('a family that changed is read again', () => {
  const cache = new QueryClient()
  cache.setQueryData(familyQuery.queryKey, { relatives: [], received: [], sent: [], dependants: [] })
  createReceiver(cache, [familiesLive])('family:changed', {}, newId(), { isCatchUp: false })
  expect(cache.getQueryState(familyQuery.queryKey)?.isInvalidated).toBe(true)
})

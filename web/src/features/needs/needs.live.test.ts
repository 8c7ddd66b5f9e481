import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Need } from '@noroshi/contract/needs/needs.http'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { needsLive } from './needs.live.ts'
import { needsQuery } from './needs.queries.ts'
import { fakeNeed } from './testing/fake-need.ts'

function open(items: readonly Need[]) {
  const cache = new QueryClient()
  cache.setQueryData(needsQuery.queryKey, { items: [...items], nextCursor: null })
  const receive = createReceiver(cache, [needsLive])
  return {
    cache,
    update: (need: Need) => receive('needs:updated', need, newId(), { isCatchUp: false }),
    remove: (removed: Pick<Need, 'id' | 'version'>) => receive('needs:removed', removed, newId(), { isCatchUp: false }),
    items: () => cache.getQueryData(needsQuery.queryKey)?.items,
  }
}

test('an added, changed or deleted entry gives the board that a refetch has, and an older event changes nothing', () => {
  const [water, rice] = [fakeNeed({ title: 'Water' }), fakeNeed({ title: 'Rice', version: 5 })]
  const board = open([water, rice])
  const ride = fakeNeed({ title: 'A ride' })
  board.update(ride)
  const more = { ...water, amount: '20', version: 2 }
  board.update(more)
  expect(board.items()).toEqual([rice, ride, more])
  board.update({ ...rice, title: 'Old', version: 4 })
  board.remove({ id: rice.id, version: 4 })
  board.remove({ id: ride.id, version: 2 })
  expect(board.items()).toEqual([rice, more])
})

test('a board that is being fetched during an event is fetched again', () => {
  const board = open([])
  const fetching = board.cache.fetchQuery({ ...needsQuery, queryFn: () => new Promise<never>(() => undefined) })
  fetching.catch(() => undefined)
  board.update(fakeNeed())
  expect(board.cache.getQueryState(needsQuery.queryKey)?.isInvalidated).toBe(true)
})

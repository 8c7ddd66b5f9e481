import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { comparePlaces, type Place } from '@noroshi/contract/places/places.http'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { placesLive } from './places.live.ts'
import { placesQuery } from './places.queries.ts'

const place = (fields: Partial<Place> = {}): Place => ({
  id: newId(),
  kind: 'shelter',
  name: '若葉小学校',
  note: '',
  state: 'open',
  capacity: 300,
  latitude: 38.26,
  longitude: 140.87,
  version: 1,
  updatedAt: '2026-11-30T09:30:00.000Z',
  ...fields,
})

function open(items: readonly Place[]) {
  const cache = new QueryClient()
  cache.setQueryData(placesQuery.queryKey, { items: items.toSorted(comparePlaces), nextCursor: null })
  const receive = createReceiver(cache, [placesLive])
  return {
    cache,
    update: (updated: Place) => receive('places:updated', updated, newId(), { isCatchUp: false }),
    remove: (removed: Pick<Place, 'id' | 'version'>) => receive('places:removed', removed, newId(), { isCatchUp: false }),
    items: () => cache.getQueryData(placesQuery.queryKey)?.items,
  }
}

test('an added, changed or deleted place gives the list that a refetch has', () => {
  const [school, well] = [place(), place({ kind: 'water', state: null, capacity: null })]
  const map = open([school, well])
  const hall = place({ kind: 'hall' })
  map.update(hall)
  const full = { ...school, state: 'full' as const, name: 'A', version: 2 }
  map.update(full)
  expect(map.items()).toEqual([full, hall, well].toSorted(comparePlaces))
  map.remove({ id: hall.id, version: 2 })
  expect(map.items()).toEqual([full, well])
})

test('an older event changes nothing', () => {
  const school = place({ version: 5 })
  const map = open([school])
  map.update({ ...school, name: 'Old', version: 4 })
  map.remove({ id: school.id, version: 4 })
  expect(map.items()).toEqual([school])
})

test('a list that is being fetched during an event is fetched again', async () => {
  const map = open([])
  let fetches = 0
  const fetching = map.cache.fetchQuery({
    ...placesQuery,
    queryFn: () => new Promise<never>(() => (fetches += 1)),
  })
  fetching.catch(() => undefined)
  map.update(place())
  expect(fetches).toBe(1)
  expect(map.cache.getQueryState(placesQuery.queryKey)?.isInvalidated).toBe(true)
})

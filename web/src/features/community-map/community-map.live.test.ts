import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { communityMapLive } from './community-map.live.ts'
import { fieldReportBoxQuery, fieldReportsQuery } from './field-reports.queries.ts'

const fakeReport = (fields: Partial<FieldReport> = {}): FieldReport => ({
  id: newId(),
  subject: 'water',
  state: 'broken',
  latitude: 38.26,
  longitude: 140.87,
  confirmedAt: '2026-11-30T09:30:00.000Z',
  version: 1,
  ...fields,
})

const { queryKey: boxKey } = fieldReportBoxQuery([140, 38, 141, 39])

function open(items: readonly FieldReport[]) {
  const cache = new QueryClient()
  for (const key of [fieldReportsQuery.queryKey, boxKey] as const)
    cache.setQueryData<{ items: FieldReport[]; isComplete: boolean }>(key, { items: [...items], isComplete: true })
  const receive = createReceiver(cache, [communityMapLive])
  return {
    cache,
    update: (report: FieldReport) => receive('field-reports:updated', report, newId(), { isCatchUp: false }),
    remove: (removed: Pick<FieldReport, 'id' | 'version'>) =>
      receive('field-reports:removed', removed, newId(), { isCatchUp: false }),
    all: () => cache.getQueryData(fieldReportsQuery.queryKey)?.items,
    inBox: () => cache.getQueryData(boxKey)?.items,
  }
}

test('an added, confirmed or removed report gives the lists that a refetch has, newest first', () => {
  const [water, power] = [fakeReport(), fakeReport({ subject: 'power', version: 5 })]
  const map = open([water, power])
  const later = { ...power, confirmedAt: '2026-11-30T10:00:00.000Z', version: 6 }
  map.update(later)
  expect(map.all()).toEqual([later, water])
  expect(map.inBox()).toEqual([later, water])
  const far = fakeReport({ latitude: 35, confirmedAt: '2026-11-30T11:00:00.000Z' })
  map.update(far)
  expect(map.all()).toEqual([far, later, water])
  expect(map.inBox()).toEqual([later, water])
  map.remove({ id: water.id, version: 2 })
  expect(map.inBox()).toEqual([later])
})

test('an older event changes nothing', () => {
  const water = fakeReport({ version: 3 })
  const map = open([water])
  map.update({ ...water, state: 'works', version: 2 })
  map.remove({ id: water.id, version: 2 })
  expect(map.all()).toEqual([water])
})

test('a list that is being fetched during an event is fetched again', () => {
  const map = open([])
  const fetching = map.cache.fetchQuery({ ...fieldReportsQuery, queryFn: () => new Promise<never>(() => undefined) })
  fetching.catch(() => undefined)
  map.update(fakeReport())
  expect(map.cache.getQueryState(fieldReportsQuery.queryKey)?.isInvalidated).toBe(true)
})

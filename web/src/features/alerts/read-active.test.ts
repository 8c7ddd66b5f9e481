import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { fakeStorage } from '../../platform/device.fake.ts'
import { refetchOvertaken } from '../../platform/overtaken.ts'
import { alertsIn, mergeAlert } from './alert-cache.ts'
import { alertsQuery } from './alerts.queries.ts'
import { readActive } from './read-active.ts'
import { anAlert } from './testing/alerts.ts'

fakeStorage()
const PAGE = 2
const options = alertsQuery('active')
const viewer = anAlert(1).viewer
const ids = (alerts: readonly AlertForViewer[]) => alerts.map(({ id }) => id)
const numbered = (...numbers: number[]) => numbers.map((number) => anAlert(number))

interface FakeUnit {
  alerts: AlertForViewer[]
  isDown?: boolean
  /** What happens while it reads a page. */
  meanwhile?: () => void
}

/** A page that keeps the active alerts of a unit. */
function aPage(unit: FakeUnit) {
  const cache = new QueryClient()
  refetchOvertaken(cache)
  const ask = vi.fn(async (cursor: string | null) => {
    if (unit.isDown) throw new Error('down')
    const rest = unit.alerts.filter(({ id }) => cursor === null || id < cursor)
    const items = rest.slice(0, PAGE)
    await Promise.resolve()
    unit.meanwhile?.()
    return { items, nextCursor: rest.length > PAGE ? (items.at(-1)?.id ?? null) : null }
  })
  const observer = new InfiniteQueryObserver(cache, {
    ...options,
    queryFn: ({ queryKey }) => readActive(cache, queryKey, ask),
    retry: false,
  })
  const stop = observer.subscribe(() => undefined)
  const settled = () => vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  return { cache, ask, observer, settled, stop, shown: () => alertsIn(cache.getQueryData(options.queryKey)) }
}

test('every active alert is read, and shown page by page as it comes', async () => {
  const seen: number[] = []
  const page = aPage({ alerts: numbered(5, 4, 3, 2, 1) })
  page.cache.getQueryCache().subscribe(() => seen.push(page.shown().length))
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(5, 4, 3, 2, 1)))
  expect([...new Set(seen)].filter((count) => count > 0)).toEqual([2, 4, 5])
  page.stop()
})

test('alerts that come while the list is read stand in it, and nothing is asked for again because of them', async () => {
  const unit: FakeUnit = { alerts: numbered(5, 4, 3, 2, 1) }
  const page = aPage(unit)
  await page.settled()
  let next = 6
  unit.meanwhile = () => mergeAlert(page.cache, anAlert(next++), viewer)
  await page.observer.refetch()
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(6, 5, 4, 3, 2, 1)))
  expect(page.ask).toHaveBeenCalledTimes(3 + 1)
  page.stop()
})

test('what the newest page misses is gone, and what lies below it stays', async () => {
  const unit = { alerts: numbered(5, 4, 3, 2, 1) }
  const page = aPage(unit)
  await page.settled()
  unit.alerts = numbered(5, 3, 1)
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(5, 3, 2, 1)))

  // Called in question, the whole is read.
  await page.cache.invalidateQueries({ queryKey: options.queryKey })
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(5, 3, 1)))
  page.stop()
})

test('an alert that is resolved while the list is read does not come back with an older answer', async () => {
  const unit: FakeUnit = { alerts: numbered(2, 1) }
  const page = aPage(unit)
  await page.settled()
  const resolved = anAlert(1, { version: 2, resolvedAt: '2026-11-21T10:00:00.000Z' })
  unit.meanwhile = () => mergeAlert(page.cache, resolved, viewer)
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(2)))
  page.stop()
})

test('a page that failed is read with the next refetch, and what was read until then is shown', async () => {
  const unit: FakeUnit = { alerts: numbered(3, 2, 1) }
  unit.meanwhile = () => {
    unit.isDown = true
  }
  const page = aPage(unit)
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(3, 2)))
  Object.assign(unit, { isDown: false, meanwhile: undefined })
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(3, 2, 1)))
  page.stop()
})

import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { fakeStorage } from '../../platform/device.fake.ts'
import { call } from '../../platform/http.ts'
import { refetchOvertaken } from '../../platform/overtaken.ts'
import { alertsIn, changeAlert, keepAlert, mergeAlert } from './alert-cache.ts'
import { alertQuery, alertsQuery } from './alerts.queries.ts'
import { anAlert } from './testing/alerts.ts'

vi.mock('../../platform/http.ts', () => ({ call: vi.fn() }))
fakeStorage()
const PAGE = 2
const options = alertsQuery('active')
const { viewer } = anAlert(1)
const ids = (alerts: readonly AlertForViewer[]) => alerts.map(({ id }) => id)
const numbered = (...numbers: number[]) => numbers.map((number) => anAlert(number))

interface FakeUnit {
  alerts: AlertForViewer[]
  isDown?: boolean
  /** What happens while it reads a page; how many were asked for before. */
  meanwhile?: (asked: number) => unknown
}

interface Question {
  query: { cursor?: string }
  signal: AbortSignal
}

beforeEach(() => void vi.mocked(call).mockReset())

/** A page that keeps the active alerts of a unit. */
function aPage(unit: FakeUnit) {
  const cache = new QueryClient()
  refetchOvertaken(cache)
  const signals: AbortSignal[] = []
  const ask = vi.fn(async (_route: unknown, { query: { cursor }, signal }: Question) => {
    if (unit.isDown) throw new Error('down')
    signals.push(signal)
    const rest = unit.alerts.filter(({ id }) => cursor === undefined || id < cursor)
    const items = rest.slice(0, PAGE)
    await Promise.resolve()
    await unit.meanwhile?.(signals.length)
    return { items, nextCursor: rest.length > PAGE ? (items.at(-1)?.id ?? null) : null }
  })
  // `as`: the one route that is asked here.
  vi.mocked(call).mockImplementation(ask as unknown as typeof call)
  const observer = new InfiniteQueryObserver(cache, { ...options, retry: false })
  const stop = observer.subscribe(() => undefined)
  const settled = () => vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  return { cache, ask, signals, observer, settled, stop, shown: () => alertsIn(cache.getQueryData(options.queryKey)) }
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

// The unit answers each page with what it knew when it was asked: `meanwhile` comes after that, before the answer.

test('an SOS that is announced while the first page is read is not lost, live or caught up', async () => {
  const unit: FakeUnit = { alerts: numbered(2, 1) }
  unit.meanwhile = (asked) => {
    if (asked > 1) return
    unit.alerts = numbered(3, 2, 1)
    mergeAlert(page.cache, anAlert(3), viewer)
  }
  const page = aPage(unit)
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(3, 2, 1)))
  page.stop()
})

test('nor is one that comes before it is known who reads, and a flood of them does not keep the list from its end', async () => {
  const unit: FakeUnit = { alerts: numbered(4, 3, 2, 1) }
  unit.meanwhile = (asked) => {
    if (asked > 6) return
    unit.alerts = [anAlert(4 + asked), ...unit.alerts]
    mergeAlert(page.cache, anAlert(4 + asked))
  }
  const page = aPage(unit)
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(10, 9, 8, 7, 6, 5, 4, 3, 2, 1)))
  expect(page.signals.filter(({ aborted }) => aborted)).toEqual([])
  page.stop()
})

test('what is called in question before the first page is there is read once more', async () => {
  const unit: FakeUnit = { alerts: numbered(2, 1) }
  unit.meanwhile = (asked) => {
    if (asked > 1) return
    unit.alerts = numbered(3, 2, 1)
    void page.cache.invalidateQueries() // after an absence
  }
  const page = aPage(unit)
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(3, 2, 1)))
  page.stop()
})

test('the whole stays in question until a reading came to the end', async () => {
  const unit: FakeUnit = { alerts: numbered(7, 6, 5, 3, 1) }
  const page = aPage(unit)
  await page.settled()
  unit.alerts = numbered(7, 6, 5, 2, 1)
  let isFirst = true
  unit.meanwhile = () => {
    unit.isDown = isFirst
    isFirst = false
  }
  await page.cache.invalidateQueries({ queryKey: options.queryKey })
  await page.settled()
  mergeAlert(page.cache, anAlert(7, { version: 2 })) // an event sets back what React Query knows of it
  unit.isDown = false
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(7, 6, 5, 2, 1)))
  page.stop()
})

test('a reading that was cancelled before its last page came answers nothing', async () => {
  const gate = Promise.withResolvers<void>()
  const unit: FakeUnit = { alerts: numbered(5, 3, 1) }
  const page = aPage(unit)
  await page.settled()
  unit.alerts = numbered(5, 3, 2)
  unit.meanwhile = (asked) => asked === 4 && gate.promise
  void page.cache.invalidateQueries({ queryKey: options.queryKey })
  await vi.waitFor(() => expect(page.signals).toHaveLength(4))
  await page.cache.cancelQueries({ queryKey: options.queryKey })
  gate.resolve()
  await new Promise((done) => setTimeout(done))
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(5, 3, 2)))
  page.stop()
})

test('the active list has no next page to ask for while it is read', async () => {
  const seen: boolean[] = []
  const page = aPage({ alerts: numbered(5, 4, 3, 2, 1) })
  page.observer.subscribe(({ hasNextPage }) => seen.push(hasNextPage))
  await page.settled()
  expect(new Set(seen)).toEqual(new Set([false]))
  page.stop()
})

test('a reading that was cancelled asks for nothing more and shows nobody’s alerts to somebody else', async () => {
  const gate = Promise.withResolvers<void>()
  const unit: FakeUnit = { alerts: numbered(5, 4, 3, 2, 1) }
  unit.meanwhile = (asked) => asked === 2 && gate.promise
  const page = aPage(unit)
  await vi.waitFor(() => expect(page.signals).toHaveLength(2))
  unit.alerts = numbered(9)
  await page.cache.resetQueries() // another person
  expect(page.signals[1]?.aborted).toBe(true)
  gate.resolve()
  await new Promise((done) => setTimeout(done))
  expect(ids(page.shown())).toEqual(ids(numbered(9)))
  expect(page.ask).toHaveBeenCalledTimes(3)
  page.stop()
})

test('an SOS that was missed shows as soon as its page is there', async () => {
  const unit: FakeUnit = { alerts: numbered(5, 4, 3, 2, 1) }
  const page = aPage(unit)
  await page.settled()
  unit.alerts = numbered(6, 5, 3, 2, 1)
  const shown: string[][] = []
  unit.meanwhile = () => shown.push(ids(page.shown()))
  await page.cache.invalidateQueries({ queryKey: options.queryKey })
  // What the unit has no more stays until all is read.
  expect(shown[1]).toEqual(ids(numbered(6, 5, 4, 3, 2, 1)))
  expect(ids(page.shown())).toEqual(ids(numbered(6, 5, 3, 2, 1)))
  page.stop()
})

test('an alert that is reopened while the list is read stays', async () => {
  const unit: FakeUnit = { alerts: numbered(2, 1) }
  const page = aPage(unit)
  await page.settled()
  unit.alerts = numbered(2)
  unit.meanwhile = () => mergeAlert(page.cache, anAlert(1, { version: 3 }))
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(2, 1)))
  page.stop()
})

test('an active alert stays when an older answer meets a newer version that no list holds', async () => {
  const unit: FakeUnit = { alerts: numbered(3) }
  const page = aPage(unit)
  await page.settled()
  unit.alerts = numbered(3, 2, 1)
  const opened = anAlert(1, { version: 2, textContent: 'and the road is blocked' })
  unit.meanwhile = (asked) => {
    if (asked !== 2) return
    mergeAlert(page.cache, anAlert(2, { version: 2 }))
    keepAlert(page.cache, opened)
    page.cache.setQueryData(options.queryKey, { pages: [{ items: numbered(3), nextCursor: null }], pageParams: [null] })
  }
  await page.observer.refetch()
  expect(page.shown()).toEqual([anAlert(3), anAlert(2), opened])
  expect(page.cache.getQueryData(alertQuery(opened.id).queryKey)).toEqual(opened)
  page.stop()
})

test('what is answered on another device while the list is read stays answered', async () => {
  const unit: FakeUnit = { alerts: numbered(2, 1) }
  const page = aPage(unit)
  await page.settled()
  const answered = anAlert(1, { viewer: { seenAt: '2026-11-21T10:00:00.000Z', answer: 'responding' } })
  unit.meanwhile = () => changeAlert(page.cache, answered.id, () => answered)
  await page.observer.refetch()
  expect(page.shown()).toEqual([anAlert(2), answered])
  page.stop()
})

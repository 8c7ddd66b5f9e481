import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { call } from '../../platform/connection/http.ts'
import { refetchStale } from '../../platform/connection/refetch-stale.ts'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { alertStore, receiveAlert } from './alert-store.ts'
import { type AlertRange, alertsOf } from './alert-views.ts'
import { answerEntity } from './alerts.entities.ts'
import { alertsQuery } from './alerts.queries.ts'
import { receiveChangedAlert, receiveNewAlert } from './receive-alerts.ts'
import { fakeAlert, fakePerson } from './testing/fake-alerts.ts'

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))
fakeStorage()
const PAGE = 2
const options = alertsQuery('active')
const ids = (alerts: readonly AlertForViewer[]) => alerts.map(({ id }) => id)
const numbered = (...numbers: number[]) => numbers.map((number) => fakeAlert(number))

interface FakeServer {
  alerts: AlertForViewer[]
  isDown?: boolean
  /** Runs while it reads a page. `requests`: the number of requests so far. */
  meanwhile?: (requests: number) => unknown
}

interface PageRequest {
  query: { cursor?: string }
  signal: AbortSignal
}

beforeEach(() => {
  vi.mocked(call).mockReset()
  setCurrentUser({ id: fakePerson('Ben').id, isAdmin: false })
})

/** Opens a page that keeps the active alerts of a server. */
function openPage(server: FakeServer) {
  const cache = new QueryClient()
  refetchStale(cache)
  const signals: AbortSignal[] = []
  const fetchPage = vi.fn(async (_route: unknown, { query: { cursor }, signal }: PageRequest) => {
    if (server.isDown) throw new Error('down')
    signals.push(signal)
    const rest = server.alerts.filter(({ id }) => cursor === undefined || id < cursor)
    const items = rest.slice(0, PAGE)
    await Promise.resolve()
    await server.meanwhile?.(signals.length)
    return { items, nextCursor: rest.length > PAGE ? (items.at(-1)?.id ?? null) : null }
  })
  // `as`: only one route is called here.
  vi.mocked(call).mockImplementation(fetchPage as unknown as typeof call)
  const observer = new QueryObserver(cache, { ...options, retry: false })
  const stop = observer.subscribe(() => undefined)
  const settled = () => vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false), 10_000)
  const shown = () => {
    const range = cache.getQueryData<AlertRange>(options.queryKey)
    return range ? alertsOf(alertStore(cache), 'active', range) : []
  }
  /** Applies an event with a change of an alert. */
  const changes = ({ viewer: _own, alertMedias, ...alert }: AlertForViewer) =>
    receiveChangedAlert(cache, { ...alert, addedMedias: alertMedias, mediaCount: alertMedias.length })
  /** Applies an event with a new alert. */
  const raises = ({ viewer: _own, ...alert }: AlertForViewer) => receiveNewAlert(cache, alert)
  return { cache, fetchPage, signals, observer, settled, stop, shown, changes, raises }
}

test('every active alert is read and shown page by page', async () => {
  const seen: number[] = []
  const page = openPage({ alerts: numbered(5, 4, 3, 2, 1) })
  page.cache.getQueryCache().subscribe(() => seen.push(page.shown().length))
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(5, 4, 3, 2, 1)))
  expect([...new Set(seen)].filter((count) => count > 0)).toEqual([2, 4, 5])
  page.stop()
})

test('alerts that are raised during a read are in the list, without another read', async () => {
  const server: FakeServer = { alerts: numbered(5, 4, 3, 2, 1) }
  const page = openPage(server)
  await page.settled()
  let next = 6
  server.meanwhile = () => page.raises(fakeAlert(next++))
  await page.observer.refetch()
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(6, 5, 4, 3, 2, 1)))
  expect(page.fetchPage).toHaveBeenCalledTimes(3 + 1)
  page.stop()
})

test('a refetch removes alerts that are missing in the newest page, and keeps those below it', async () => {
  const server = { alerts: numbered(5, 4, 3, 2, 1) }
  const page = openPage(server)
  await page.settled()
  server.alerts = numbered(5, 3, 1)
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(5, 3, 2, 1)))

  // An invalidated list is read to the end.
  await page.cache.invalidateQueries({ queryKey: options.queryKey })
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(5, 3, 1)))
  page.stop()
})

test('an alert that is resolved during a read does not come back with an older reply', async () => {
  const server: FakeServer = { alerts: numbered(2, 1) }
  const page = openPage(server)
  await page.settled()
  const resolved = fakeAlert(1, { version: 2, resolvedAt: '2026-11-21T10:00:00.000Z' })
  server.meanwhile = () => page.changes(resolved)
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(2)))
  page.stop()
})

test('the pages before a failed page are shown, and the next refetch reads the rest', async () => {
  const server: FakeServer = { alerts: numbered(3, 2, 1) }
  server.meanwhile = () => {
    server.isDown = true
  }
  const page = openPage(server)
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(3, 2)))
  Object.assign(server, { isDown: false, meanwhile: undefined })
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(3, 2, 1)))
  page.stop()
})

// The server reads each page at the request. `meanwhile` runs after that, before the reply.

test('an SOS that is raised while the first page is read is in the list', async () => {
  const server: FakeServer = { alerts: numbered(2, 1) }
  server.meanwhile = (requests) => {
    if (requests > 1) return
    server.alerts = numbered(3, 2, 1)
    page.raises(fakeAlert(3))
  }
  const page = openPage(server)
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(3, 2, 1)))
  page.stop()
})

test('the read of a list ends during a flood of SOS whose rights are unknown', async () => {
  const server: FakeServer = { alerts: numbered(4, 3, 2, 1) }
  server.meanwhile = (requests) => {
    if (requests > 6) return
    server.alerts = [fakeAlert(4 + requests), ...server.alerts]
    page.changes(fakeAlert(4 + requests))
  }
  const page = openPage(server)
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(10, 9, 8, 7, 6, 5, 4, 3, 2, 1)))
  expect(page.signals.filter(({ aborted }) => aborted)).toEqual([])
  page.stop()
})

test('a list that is invalidated before its first page is read once more', async () => {
  const server: FakeServer = { alerts: numbered(2, 1) }
  server.meanwhile = (requests) => {
    if (requests > 1) return
    server.alerts = numbered(3, 2, 1)
    void page.cache.invalidateQueries() // after a lost connection
  }
  const page = openPage(server)
  await page.settled()
  expect(ids(page.shown())).toEqual(ids(numbered(3, 2, 1)))
  page.stop()
})

test('a list stays stale until a read is complete', async () => {
  const server: FakeServer = { alerts: numbered(7, 6, 5, 3, 1) }
  const page = openPage(server)
  await page.settled()
  server.alerts = numbered(7, 6, 5, 2, 1)
  let isFirst = true
  server.meanwhile = () => {
    server.isDown = isFirst
    isFirst = false
  }
  await page.cache.invalidateQueries({ queryKey: options.queryKey })
  await page.settled()
  page.changes(fakeAlert(7, { version: 2 }))
  server.isDown = false
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(7, 6, 5, 2, 1)))
  page.stop()
})

test('a read that is cancelled before its last page does not make the list fresh', async () => {
  const gate = Promise.withResolvers<void>()
  const server: FakeServer = { alerts: numbered(5, 3, 1) }
  const page = openPage(server)
  await page.settled()
  server.alerts = numbered(5, 3, 2)
  server.meanwhile = (requests) => requests === 4 && gate.promise
  void page.cache.invalidateQueries({ queryKey: options.queryKey })
  await vi.waitFor(() => expect(page.signals).toHaveLength(4), 10_000)
  await page.cache.cancelQueries({ queryKey: options.queryKey })
  gate.resolve()
  await new Promise((done) => setTimeout(done))
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(5, 3, 2)))
  page.stop()
})

test('a cancelled read sends no more requests and shows no alerts to the next user', async () => {
  const gate = Promise.withResolvers<void>()
  const server: FakeServer = { alerts: numbered(5, 4, 3, 2, 1) }
  server.meanwhile = (requests) => requests === 2 && gate.promise
  const page = openPage(server)
  await vi.waitFor(() => expect(page.signals).toHaveLength(2), 10_000)
  server.alerts = numbered(9)
  await page.cache.resetQueries() // another user
  expect(page.signals[1]?.aborted).toBe(true)
  gate.resolve()
  await new Promise((done) => setTimeout(done))
  expect(ids(page.shown())).toEqual(ids(numbered(9)))
  expect(page.fetchPage).toHaveBeenCalledTimes(3)
  page.stop()
})

test('a missed SOS is shown as soon as its page is read', async () => {
  const server: FakeServer = { alerts: numbered(5, 4, 3, 2, 1) }
  const page = openPage(server)
  await page.settled()
  server.alerts = numbered(6, 5, 3, 2, 1)
  const shown: string[][] = []
  server.meanwhile = () => shown.push(ids(page.shown()))
  await page.cache.invalidateQueries({ queryKey: options.queryKey })
  // An alert that the server no longer returns stays until the read is complete.
  expect(shown[1]).toEqual(ids(numbered(6, 5, 4, 3, 2, 1)))
  expect(ids(page.shown())).toEqual(ids(numbered(6, 5, 3, 2, 1)))
  page.stop()
})

test('an alert that is reopened during a read stays', async () => {
  const server: FakeServer = { alerts: numbered(2, 1) }
  const page = openPage(server)
  await page.settled()
  server.alerts = numbered(2)
  server.meanwhile = () => page.changes(fakeAlert(1, { version: 3 }))
  await page.observer.refetch()
  expect(ids(page.shown())).toEqual(ids(numbered(2, 1)))
  page.stop()
})

test('an active alert stays when a reply is older than a version that no list contains', async () => {
  const server: FakeServer = { alerts: numbered(3) }
  const page = openPage(server)
  await page.settled()
  server.alerts = numbered(3, 2, 1)
  const opened = fakeAlert(1, { version: 2, textContent: 'and the road is blocked' })
  server.meanwhile = (requests) => {
    if (requests !== 2) return
    page.changes(fakeAlert(2, { version: 2 }))
    receiveAlert(alertStore(page.cache), opened)
  }
  await page.observer.refetch()
  expect(page.shown()).toEqual([fakeAlert(3), fakeAlert(2, { version: 2 }), opened])
  page.stop()
})

test('an alert that is answered on another device during a read stays answered', async () => {
  const server: FakeServer = { alerts: numbered(2, 1) }
  const page = openPage(server)
  await page.settled()
  const answer = { seenAt: '2026-11-21T10:00:00.000Z', answer: 'responding', version: 1 } as const
  const answered = fakeAlert(1, { viewer: answer })
  server.meanwhile = () => alertStore(page.cache).put(answerEntity, { id: answered.id, ...answer })
  await page.observer.refetch()
  expect(page.shown()).toEqual([fakeAlert(2), answered])
  page.stop()
})

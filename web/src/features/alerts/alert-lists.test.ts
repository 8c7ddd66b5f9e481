import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { alertRoutes, type AlertForViewer, type AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { ApiError, OfflineError } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { openEntityDatabase } from '../../platform/store/entity-database.ts'
import { createStoreDisk } from '../../platform/store/store-disk.ts'
import { setDisk } from '../../platform/store/stores.ts'
import { throttledListOf } from './alert-lists.ts'
import { alertStore, beginAlertRead } from './alert-store.ts'
import { alertOf, alertsOf } from './alert-views.ts'
import { alertQuery, alertsQuery, confirmResolved } from './alerts.queries.ts'
import { fakeAlert } from './testing/fake-alerts.ts'

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))
fakeStorage()

const WHOLE = { oldest: '' }
const resolvedAt = '2026-11-21T10:00:00.000Z'
const statuses = ['active', 'all', 'resolved'] as const

interface FakeServer {
  alerts: readonly AlertForViewer[]
  isDown?: boolean
}

const listed = (alerts: readonly AlertForViewer[], status: AlertStatus) =>
  alerts.filter((alert) => status === 'all' || (status === 'resolved') === (alert.resolvedAt !== null))

function serve(server: FakeServer) {
  const reply = async (route: unknown, { query, params }: { query?: { status: AlertStatus }; params?: { id: string } }) => {
    if (server.isDown) throw new OfflineError()
    if (route === alertRoutes.list) return { items: listed(server.alerts, query?.status ?? 'all'), nextCursor: null }
    const alert = server.alerts.find(({ id }) => id === params?.id)
    if (!alert) throw new ApiError(404, { code: 'alert.notFound', message: '', issues: [] })
    return alert
  }
  // `as`: only two routes are called here
  vi.mocked(call).mockImplementation(reply as unknown as typeof call)
}

/** Opens a page of a device, whose disk is a database. `ownerId` null: there is no session. */
async function openPage(database: string, ownerId: string | null = 'ben') {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const store = alertStore(cache)
  let cursor: string | null = null
  const disk = createStoreDisk({
    store,
    database: openEntityDatabase(database),
    cursor: { value: () => cursor, restart: (next) => (cursor = next) },
    isFurther: () => true,
    ownerId: () => ownerId,
  })
  setDisk(store, disk)
  disk.claim()
  await disk.ready()
  return { cache, store, disk, active: throttledListOf(cache, 'active') }
}

beforeEach(() => void vi.mocked(call).mockReset())

test('after a reload without the server, lists and alerts come from disk; active alerts appear only after the server proves unreachable', async () => {
  const server: FakeServer = { alerts: [fakeAlert(2), fakeAlert(1, { resolvedAt })] }
  serve(server)
  const page = await openPage('offline')
  for (const status of statuses) await page.cache.fetchQuery(alertsQuery(status))
  await page.disk.flush()

  server.isDown = true
  const reloaded = await openPage('offline')
  expect(throttledListOf(reloaded.cache, 'all').get()).toEqual(server.alerts)
  expect(alertOf(reloaded.store, fakeAlert(2).id)).toEqual(fakeAlert(2))
  // A stored alert would sound the alarm although it may have ended meanwhile.
  expect(reloaded.active.get()).toBeUndefined()
  await reloaded.cache.fetchQuery(alertsQuery('active')).catch(() => undefined)
  expect(reloaded.active.get()).toEqual([fakeAlert(2)])
})

test('an alert that ended while the page was closed is never shown as active', async () => {
  const server: FakeServer = { alerts: [fakeAlert(2), fakeAlert(1)] }
  serve(server)
  const page = await openPage('ended')
  await page.cache.fetchQuery(alertsQuery('active'))
  await page.disk.flush()

  server.alerts = [fakeAlert(2), fakeAlert(1, { resolvedAt, version: 2 })]
  const reloaded = await openPage('ended')
  const shown: unknown[] = []
  const stop = reloaded.active.subscribe(() => shown.push(reloaded.active.get()))
  await reloaded.cache.fetchQuery(alertsQuery('active'))
  await vi.waitFor(() => expect(shown).toEqual([[fakeAlert(2)]]), 10_000)
  stop()
})

test('alerts that the user lost the right to read are dropped from memory and disk, including resolved ones', async () => {
  const kept = [fakeAlert(4), fakeAlert(3, { resolvedAt })]
  const server: FakeServer = { alerts: [...kept, fakeAlert(2), fakeAlert(1, { resolvedAt })] }
  serve(server)
  const page = await openPage('rights')
  const stop = new QueryObserver(page.cache, alertsQuery('active')).subscribe(() => undefined)
  for (const status of statuses) await page.cache.fetchQuery(alertsQuery(status))
  await page.disk.flush()
  expect(alertsOf(page.store, 'all', WHOLE)).toEqual(server.alerts)

  server.alerts = kept
  await page.cache.invalidateQueries() // as after `membership:changed`
  await vi.waitFor(() => expect(alertsOf(page.store, 'all', WHOLE)).toEqual(kept), 10_000)
  await page.disk.flush()
  const reloaded = await openPage('rights')
  for (const { store } of [page, reloaded]) {
    expect(alertsOf(store, 'all', WHOLE)).toEqual(kept)
    for (const type of store.types())
      expect(store.ids(type).filter((id) => id === fakeAlert(1).id || id === fakeAlert(2).id)).toEqual([])
  }
  stop()
})

test('a resolved alert that the user lost the right to read while the page was closed is dropped after the start', async () => {
  const server: FakeServer = { alerts: [fakeAlert(2, { resolvedAt }), fakeAlert(1, { resolvedAt })] }
  serve(server)
  const page = await openPage('closed')
  await page.cache.fetchQuery(alertsQuery('all'))
  await page.disk.flush()

  server.alerts = [fakeAlert(2, { resolvedAt })]
  const reloaded = await openPage('closed')
  const read = beginAlertRead(reloaded.store)
  await reloaded.cache.fetchQuery(alertsQuery('active'))
  expect(alertsOf(reloaded.store, 'all', WHOLE)).toHaveLength(2)
  await confirmResolved(reloaded.cache, read)
  await reloaded.disk.flush()
  for (const { store } of [reloaded, await openPage('closed')]) expect(alertsOf(store, 'all', WHOLE)).toEqual(server.alerts)
})

test('an open alert that the user lost the right to read is gone after its own 404', async () => {
  const server: FakeServer = { alerts: [fakeAlert(1)] }
  serve(server)
  const page = await openPage('open')
  await page.cache.fetchQuery(alertsQuery('active'))
  const observer = new QueryObserver(page.cache, alertQuery(fakeAlert(1).id))
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true), 10_000)
  server.alerts = []
  await page.cache.fetchQuery(alertsQuery('active'))
  await vi.waitFor(() => expect(observer.getCurrentResult().error).toMatchObject({ status: 404 }), 10_000)
  expect(alertOf(page.store, fakeAlert(1).id)).toBeUndefined()
  stop()
})

test('the alert of a visitor with its token is in memory and not on disk', async () => {
  serve({ alerts: [fakeAlert(1, { viewer: { inAudience: false, holdsToken: true } })] })
  const page = await openPage('visitor', null)
  await page.cache.fetchQuery(alertQuery(fakeAlert(1).id))
  expect(alertOf(page.store, fakeAlert(1).id)?.viewer.holdsToken).toBe(true)
  await page.disk.flush()
  const next = await openPage('visitor')
  expect(alertOf(next.store, fakeAlert(1).id)).toBeUndefined()
})

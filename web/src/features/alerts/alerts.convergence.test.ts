import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { fakeStorage } from '../../platform/device.fake.ts'
import { setCurrentUser } from '../../platform/current-user.ts'
import { call } from '../../platform/http.ts'
import { createReceiver } from '../../platform/live.ts'
import { openEntityDatabase } from '../../platform/store/entity-database.ts'
import { createStoreDisk } from '../../platform/store/store-disk.ts'
import { setDisk } from '../../platform/store/stores.ts'
import { alertStore } from './alert-store.ts'
import { alertsOf } from './alert-views.ts'
import { alertEntities, alertListingEntity } from './alerts.entities.ts'
import { alertsLive } from './alerts.live.ts'
import { alertsQuery } from './alerts.queries.ts'
import { AlertServer, type Change, changes } from './testing/alert-server.ts'
import { fakePerson } from './testing/fake-alerts.ts'

// A page receives the events of alerts late, twice, out of order or not at all, reads lists in pages whose replies are
// old when they arrive, and is killed and reopened from disk. In the end it has the data that the server would reply
// with, and nothing else, in memory and on disk.

vi.mock('../../platform/http.ts', () => ({ call: vi.fn() }))
fakeStorage()
setCurrentUser({ id: fakePerson('Ben').id, isAdmin: false })

const PAGE = 2
const statuses = ['active', 'all', 'resolved'] as const
const actions = [
  ...changes,
  ...(['raise', 'raise', 'edit', 'resolve', 'receive', 'receive', 'receive', 'receive', 'read', 'read'] as const),
  ...(['reply', 'reply', 'reply', 'catchUp', 'write', 'reload'] as const),
]
const steps = fc.array(fc.record({ action: fc.constantFrom(...actions), nth: fc.nat(40) }), { maxLength: 60, size: 'max' })
const isChange = (action: string): action is Change => changes.some((change) => change === action)

/** Resolves after all promises that can settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

async function openPage(database: string, server: AlertServer) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const store = alertStore(cache)
  let cursor: string | null = null
  const disk = createStoreDisk({
    store,
    database: openEntityDatabase(database),
    cursor: { value: () => cursor, restart: (next) => (cursor = next) },
    isFurther: (next, than) => Number(next) > Number(than),
    ownerId: () => 'ben',
  })
  setDisk(store, disk)
  disk.claim()
  await disk.ready()
  const receiveEvent = createReceiver(cache, [alertsLive])
  let count = 0
  const receive = (index: number) => {
    const [name, payload] = server.journal[index] ?? []
    if (name === 'membership:changed') void cache.invalidateQueries()
    else if (name) receiveEvent(name, payload, `event ${count++}`, { isCatchUp: false })
  }
  return {
    cache,
    store,
    disk,
    receive,
    read: (status: AlertStatus) => cache.fetchQuery(alertsQuery(status)).catch(() => undefined),
    catchUp() {
      const since = Number(cursor ?? 0)
      for (let index = since; index < server.journal.length; index++) receive(index)
      if (cursor === null) void cache.invalidateQueries()
      cursor = String(server.journal.length)
    },
  }
}

let runs = 0

async function converge(given: readonly { action: (typeof actions)[number]; nth: number }[]) {
  const [server, database] = [new AlertServer(), `alerts ${runs++}`]
  let waiting: (() => void)[] = []
  let isSlow = true
  // `as`: only the list is read here
  const fetchPage = async (_route: unknown, { query }: { query: { status: AlertStatus; cursor?: string } }) => {
    const rest = server.list(query.status).filter(({ id }) => query.cursor === undefined || id < query.cursor)
    const items = rest.slice(0, PAGE)
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
    return { items, nextCursor: rest.length > PAGE ? (items.at(-1)?.id ?? null) : null }
  }
  vi.mocked(call).mockImplementation(fetchPage as unknown as typeof call)

  let page = await openPage(database, server)
  for (const { action, nth } of given) {
    if (isChange(action)) server.change(action, nth)
    if (action === 'receive') page.receive(nth % Math.max(1, server.journal.length))
    if (action === 'read') void page.read(statuses[nth % 3] ?? 'all')
    if (action === 'reply') waiting.splice(nth % Math.max(1, waiting.length), 1)[0]?.()
    if (action === 'catchUp') page.catchUp()
    if (action === 'write') await page.disk.flush()
    if (action === 'reload') {
      page.cache.clear()
      page.store.unwritten.clear() // the page was killed
      waiting = []
      page = await openPage(database, server)
    }
    await settle()
  }
  page.catchUp()
  isSlow = false
  for (const reply of waiting) reply()
  await settle()

  // All lists are read to their ends from here on. An invalidation cancels running reads only of lists on a screen.
  await page.cache.cancelQueries()
  for (const status of statuses) page.cache.setQueryData(alertsQuery(status).queryKey, { oldest: '' })
  await page.cache.invalidateQueries()
  for (const status of statuses) await page.read(status)
  const shown = ({ store }: typeof page) => statuses.map((status) => alertsOf(store, status, { oldest: '' }))
  const truth = statuses.map((status) => server.list(status))
  expect(shown(page)).toEqual(truth)
  await page.disk.flush()
  const reopened = await openPage(database, server)
  expect(shown(reopened)).toEqual(truth)
  // No data is left of alerts that the user may not read.
  const readable = new Set(server.list('all').map(({ id }) => id))
  const types = alertEntities.filter((type) => type !== alertListingEntity)
  for (const { store } of [page, reopened])
    for (const type of types) expect(store.ids(type).filter((id) => !readable.has(id))).toEqual([])
}

const RUNS = import.meta.env['NOROSHI_LONG'] === '1' ? 1_500 : 150

test(
  'any order of events, replies, writes and reloads ends with the alerts of the server, in memory and on disk',
  { timeout: 600_000 },
  () => fc.assert(fc.asyncProperty(steps, converge), { seed: 20_110_311, numRuns: RUNS, endOnFailure: true }),
)

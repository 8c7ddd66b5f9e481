import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import { fakeStorage } from '../../platform/device/device.fake.ts'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import type { Live } from '../../platform/connection/live.ts'
import { checkConvergence, runSteps, type Step, type StoredPage } from '../../platform/store/testing/stored-pages.ts'
import { alertStore } from './alert-store.ts'
import { alertsOf } from './alert-views.ts'
import { alertEntities, alertListingEntity } from './alerts.entities.ts'
import { alertsLive } from './alerts.live.ts'
import { alertsQuery } from './alerts.queries.ts'
import { AlertServer, type Change, changes } from './testing/alert-server.ts'
import { fakePerson } from './testing/fake-alerts.ts'

// The user loses and regains the right to read alerts. In the end the page has the data that the server would reply
// with, and nothing else, in memory and on disk.

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))
fakeStorage()
setCurrentUser({ id: fakePerson('Ben').id, isAdmin: false })

const PAGE = 2
const statuses = ['active', 'all', 'resolved'] as const
const weighted: readonly Change[] = [...changes, 'raise', 'raise', 'edit', 'resolve']

/** The account's events refetch everything after a change of the memberships. */
const membershipLive: Live = new Map([['membership:changed', (cache) => cache.invalidateQueries()]])

const shown = ({ store }: StoredPage) => statuses.map((status) => alertsOf(store, status, { oldest: '' }))

async function converge(steps: readonly Step<Change>[]) {
  const server = new AlertServer()
  const scenario = {
    storeOf: alertStore,
    live: [alertsLive, membershipLive],
    ownerId: 'ben',
    server,
    journal: () => server.journal,
    reply: (_route: unknown, { query }: { query: { status: AlertStatus; cursor?: string } }) => {
      const rest = server.list(query.status).filter(({ id }) => query.cursor === undefined || id < query.cursor)
      const items = rest.slice(0, PAGE)
      return { items, nextCursor: rest.length > PAGE ? (items.at(-1)?.id ?? null) : null }
    },
    read: (cache: QueryClient, nth: number) => cache.fetchQuery(alertsQuery(statuses[nth % 3] ?? 'all')),
  }
  const { page, reload, reopen } = await runSteps(scenario, weighted, steps, (request) =>
    vi.mocked(call).mockImplementation(request),
  )

  const readAll = async ({ cache }: StoredPage) => {
    // An invalidation cancels running reads only of lists on a screen.
    for (const status of statuses) cache.setQueryData(alertsQuery(status).queryKey, { oldest: '' })
    await cache.invalidateQueries()
    for (const status of statuses) await cache.fetchQuery(alertsQuery(status))
  }
  await readAll(page)
  const truth = statuses.map((status) => server.list(status))
  expect(shown(page)).toEqual(truth)
  // Only a read reports the loss of a right, so that another tab, which reads nothing, may have written lost alerts.
  const hasOtherTab = steps.some(({ action }) => action === 'otherTab')
  const last = hasOtherTab ? await reload() : page
  if (hasOtherTab) await readAll(last)
  expect(shown(last)).toEqual(truth)
  const reopened = await reopen(last)
  expect(shown(reopened)).toEqual(truth)
  // No data is left of alerts that the user may not read.
  const readable = new Set(server.list('all').map(({ id }) => id))
  const types = alertEntities.filter((type) => type !== alertListingEntity)
  for (const { store } of [page, last, reopened])
    for (const type of types) expect(store.ids(type).filter((id) => !readable.has(id))).toEqual([])
}

test(
  'any order of events, replies, writes and reloads ends with the alerts of the server, in memory and on disk',
  { timeout: 600_000 },
  () => checkConvergence(weighted, converge),
)

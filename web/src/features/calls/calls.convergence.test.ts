import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { call } from '../../platform/connection/http.ts'
import { isCovered } from '../../platform/store/coverage.ts'
import { checkConvergence, runSteps, type Step, type StoredPage } from '../../platform/store/testing/stored-pages.ts'
import { callLists, callsOf, callStore, callsWith } from './call-store.ts'
import { callCoverage } from './calls.entities.ts'
import { callsLive } from './calls.live.ts'
import { callsQuery, callsWithQuery } from './calls.queries.ts'
import { aiko, CallServer, type Change, changes, type ListName, lists, me } from './testing/call-server.ts'

// Lists are read in numbered pages, which new calls move. The page has what the server would reply, as far as it has
// read each list, and in the end all of it, in memory and on disk.

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))

const PAGE = 2
const queries = { personal: callsQuery('personal'), group: callsQuery('group'), more: callsWithQuery(aiko) }
const pagedLists = { ...callLists, more: callsWith(aiko) }
const weighted: readonly Change[] = [...changes, 'callOne', 'callOne', 'callGroup']

const read = (cache: QueryClient, list: ListName, pages: number) =>
  cache.fetchInfiniteQuery({ ...queries[list], pages, retry: false }).catch(() => undefined)

/** The calls of a list as far as it was read. */
const shown = ({ store }: StoredPage, list: ListName) => callsOf(store, pagedLists[list], me, undefined) ?? []

const isShown = ({ store }: StoredPage, list: ListName, id: string) => {
  const coverage = store.get(callCoverage, pagedLists[list].id)
  return coverage !== undefined && isCovered(id, coverage.through, 'desc')
}

/** The name of the group has no version: only a read brings it. */
const versionsOf = (calls: readonly Call[]) => calls.map(({ id, version }) => [id, version])

async function converge(steps: readonly Step<Change>[]) {
  const server = new CallServer(PAGE)
  const scenario = {
    storeOf: callStore,
    live: [callsLive],
    ownerId: me,
    server,
    journal: () =>
      server.journal.map((changed) => {
        const payload = { kind: 'disconnected', session: changed.sessions[0], call: changed }
        return ['call-session:updated', payload] as const
      }),
    reply: (route: unknown, { query }: { query: { pageNumber: number } }) => server.reply(route, query),
    read: (cache: QueryClient, nth: number) => read(cache, lists[nth % 3] ?? 'group', 1 + (nth % 4)),
  }
  const { page, reopen } = await runSteps(scenario, weighted, steps, (request) => vi.mocked(call).mockImplementation(request))
  for (const list of lists) {
    const readable = server.list(list).filter(({ id }) => isShown(page, list, id))
    expect(versionsOf(shown(page, list))).toEqual(versionsOf(readable))
  }

  for (const list of lists) await read(page.cache, list, server.journal.length + 1)
  const truth = lists.map((list) => server.list(list))
  expect(lists.map((list) => shown(page, list))).toEqual(truth)
  const reopened = await reopen()
  for (const list of lists) await read(reopened.cache, list, 1)
  expect(lists.map((list) => shown(reopened, list))).toEqual(truth)
}

test(
  'any order of events, replies, writes and reloads ends with the calls of the server, in memory and on disk',
  { timeout: 600_000 },
  () => checkConvergence(weighted, converge),
)

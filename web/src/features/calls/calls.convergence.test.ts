import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { call } from '../../platform/http.ts'
import { createReceiver } from '../../platform/live.ts'
import { isCovered } from '../../platform/store/coverage.ts'
import { openEntityDatabase } from '../../platform/store/entity-database.ts'
import { createStoreDisk } from '../../platform/store/store-disk.ts'
import { setDisk } from '../../platform/store/stores.ts'
import { callLists, callsOf, callStore, callsWith } from './call-store.ts'
import { callCoverage } from './calls.entities.ts'
import { callsLive } from './calls.live.ts'
import { callsQuery, callsWithQuery } from './calls.queries.ts'
import { aiko, CallServer, type Change, changes, type ListName, lists, me } from './testing/call-server.ts'

// A page receives the events of calls late, twice, out of order or not at all, reads lists in numbered pages whose replies are old
// when they arrive and which new calls move, and is killed and opened again from disk. It has what the server would reply, as far
// as it has read each list, and in the end all of it, in memory and on disk.

vi.mock('../../platform/http.ts', () => ({ call: vi.fn() }))

const PAGE = 2
const queries = { personal: callsQuery('personal'), group: callsQuery('group'), more: callsWithQuery(aiko) }
const pagedLists = { ...callLists, more: callsWith(aiko) }
const actions = [
  ...changes,
  ...(['callOne', 'callOne', 'callGroup', 'receive', 'receive', 'receive', 'read', 'read', 'read'] as const),
  ...(['reply', 'reply', 'reply', 'reply', 'catchUp', 'write', 'reload'] as const),
]
const steps = fc.array(fc.record({ action: fc.constantFrom(...actions), nth: fc.nat(40) }), { maxLength: 60, size: 'max' })
const isChange = (action: string): action is Change => changes.some((change) => change === action)

/** Lets all promises that can go on do so. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

async function openPage(name: string, server: CallServer) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const store = callStore(cache)
  const database = openEntityDatabase(name)
  let cursor: string | null = null
  const disk = createStoreDisk({
    store,
    database,
    cursor: { value: () => cursor, restart: (next) => (cursor = next) },
    isFurther: (next, than) => Number(next) > Number(than),
    ownerId: () => me,
  })
  setDisk(store, disk)
  disk.claim()
  await disk.ready()
  const receiver = createReceiver(cache, [callsLive])
  let count = 0
  const receive = (index: number) => {
    const changed = server.journal[index]
    const payload = { kind: 'disconnected', session: changed?.sessions[0], call: changed }
    if (changed) receiver('call-session:updated', payload, `event ${count++}`, { isCatchUp: false })
  }
  return {
    cache,
    store,
    disk,
    receive,
    read: (list: ListName, pages: number) =>
      cache.fetchInfiniteQuery({ ...queries[list], pages, retry: false }).catch(() => undefined),
    /** The calls of a list as far as it was read. */
    shown: (list: ListName) => callsOf(store, pagedLists[list], me, undefined) ?? [],
    isShown: (list: ListName, id: string) => {
      const coverage = store.get(callCoverage, pagedLists[list].id)
      return coverage !== undefined && isCovered(id, coverage.through, 'desc')
    },
    catchUp() {
      for (let index = Number(cursor ?? 0); index < server.journal.length; index++) receive(index)
      cursor = String(server.journal.length)
    },
  }
}

/** The name of the group has no version: only a read brings it. */
const versionsOf = (calls: readonly Call[]) => calls.map(({ id, version }) => [id, version])

let runs = 0

async function converge(given: readonly { action: (typeof actions)[number]; nth: number }[]) {
  const [server, database] = [new CallServer(PAGE), `calls ${runs++}`]
  let waiting: (() => void)[] = []
  let [isSlow, isOffline] = [true, false]
  const fetchPage = async (route: unknown, { query }: { query: { pageNumber: number } }) => {
    if (isOffline) throw new Error('offline')
    const reply = server.reply(route, query)
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
    return reply
  }
  // `as`: only lists are read here
  vi.mocked(call).mockImplementation(fetchPage as unknown as typeof call)

  let page = await openPage(database, server)
  for (const { action, nth } of given) {
    if (isChange(action)) server.change(action, nth)
    if (action === 'receive') page.receive(nth % Math.max(1, server.journal.length))
    if (action === 'read') void page.read(lists[nth % 3] ?? 'group', 1 + (nth % 4))
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
  await page.cache.cancelQueries()
  for (const list of lists) {
    const readable = server.list(list).filter(({ id }) => page.isShown(list, id))
    expect(versionsOf(page.shown(list))).toEqual(versionsOf(readable))
  }

  for (const list of lists) await page.read(list, server.journal.length + 1)
  const truth = lists.map((list) => server.list(list))
  expect(lists.map(page.shown)).toEqual(truth)
  await page.disk.flush()
  isOffline = true
  const reopened = await openPage(database, server)
  for (const list of lists) await reopened.read(list, 1)
  expect(lists.map(reopened.shown)).toEqual(truth)
}

const RUNS = import.meta.env['NOROSHI_LONG'] === '1' ? 1_500 : 150

test(
  'any order of events, replies, writes and reloads ends with the calls of the server, in memory and on disk',
  { timeout: 600_000 },
  () => fc.assert(fc.asyncProperty(steps, converge), { seed: 20_110_311, numRuns: RUNS, endOnFailure: true }),
)

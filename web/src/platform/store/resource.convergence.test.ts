import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { call } from '../connection/http.ts'
import { createReceiver } from '../connection/live.ts'
import { refetchStale } from '../connection/refetch-stale.ts'
import { setAccessToken, setSessionUser } from '../session/session.ts'
import { isCovered, STORED_MAX } from './coverage.ts'
import {
  changes,
  type Change,
  defineNotes,
  folderIds,
  liveOf,
  type Note,
  NoteServer,
  type Notes,
  storeOf,
} from './testing/resource-server.ts'
import { checkConvergence, runSteps, type Step, type StoredPage } from './testing/stored-pages.ts'

// The rules of every resource: a page ends with the items of the server, whatever order events, replies, writes and
// reloads have, in memory and on disk. A simple resource needs no such test of its own.

vi.mock('../connection/http.ts', () => ({ call: vi.fn() }))
setAccessToken('secret')
setSessionUser('secret', 'reader')

const PAGE = 2
/** More pages than a list can have. */
const PAGES_MAX = 60
const [firstFolder] = folderIds

function createScenario() {
  const server = new NoteServer(PAGE)
  // `call` is mocked: the first argument stands for the route.
  const notes = defineNotes((folderId, query) => call(folderId as never, query as never))
  const read = (cache: QueryClient, folderId: string, pages: number) =>
    cache.fetchInfiniteQuery({ ...notes.query(folderId), pages, retry: false }).catch(() => undefined)
  return {
    server,
    notes,
    read,
    scenario: {
      storeOf: storeOf(notes),
      live: [liveOf(notes)],
      ownerId: 'reader',
      server,
      journal: () => server.journal,
      reply: (folderId: unknown, query: { cursor?: string }) => server.page(String(folderId), query),
      read: (cache: QueryClient, nth: number) => read(cache, folderIds[nth % folderIds.length] ?? firstFolder, 1 + (nth % 3)),
    },
  }
}

const run = (scenario: ReturnType<typeof createScenario>['scenario'], steps: readonly Step<Change>[]) =>
  runSteps(scenario, changes, steps, (request) => vi.mocked(call).mockImplementation(request))

const shown = (notes: Notes, { cache, store }: StoredPage, folderId: string) =>
  notes.itemsOf(store, cache.getQueryData<{ pages: never[] }>(notes.query(folderId).queryKey)?.pages, folderId)

/** Expects each note whose events the page received, as far as it has read the folder. */
function expectReceived(notes: Notes, page: StoredPage, server: NoteServer, folderId: string) {
  const coverage = page.store.get(notes.coverage, folderId)
  if (!coverage) return expect(shown(notes, page, folderId)).toBeUndefined()
  const isReceived = ({ id }: Note) => !server.missed.has(id) && isCovered(id, coverage.through, 'desc')
  expect(notes.itemsOf(page.store, undefined, folderId)?.filter(isReceived)).toEqual(server.list(folderId).filter(isReceived))
}

/** Runs the steps and expects the items of the server, in memory and on disk. */
async function converge(steps: readonly Step<Change>[]): Promise<void> {
  const { server, notes, read, scenario } = createScenario()
  const { page, reopen } = await run(scenario, steps)
  const open = folderIds.filter(server.isOpen)
  for (const id of open) expectReceived(notes, page, server, id)
  for (const id of folderIds) await read(page.cache, id, PAGES_MAX)
  for (const id of open) expect(shown(notes, page, id)).toEqual(server.list(id))
  const { store, cache } = await reopen()
  for (const id of open) {
    await read(cache, id, 1)
    expect(notes.itemsOf(store, undefined, id)).toEqual(server.list(id))
  }
  const kept = open.flatMap((id) => server.list(id).map((note) => note.id))
  expect(store.ids(notes.entity).toSorted()).toEqual(kept.toSorted())
  expect(store.ids(notes.coverage).filter((id) => !open.some((each) => each === id))).toEqual([])
}

test(
  'any order of events, replies, writes and reloads ends with the items of the server, in memory and on disk',
  { timeout: 600_000 },
  () => checkConvergence(changes, converge),
)

const steps = (...actions: Step<Change>['action'][]): Step<Change>[] => actions.map((action) => ({ action, nth: 0 }))

test('a list is asked for again if the right to read it was lost and returned before the reply', async () => {
  const { server, notes, scenario } = createScenario()
  const { page } = await run(scenario, steps('read', 'write', 'close', 'open'))
  expectReceived(notes, page, server, firstFolder)
})

test('the disk loses what was deleted while the right to read a list was lost, also if the list was never read', async () => {
  const { server, notes, read, scenario } = createScenario()
  const { page, reopen } = await run(scenario, steps('write', 'catchUp', 'close', 'write', 'delete', 'read', 'open'))
  await read(page.cache, firstFolder, PAGES_MAX)
  const { store, cache } = await reopen()
  await read(cache, firstFolder, 1)
  expect(notes.itemsOf(store, undefined, firstFolder)).toEqual(server.list(firstFolder))
})

test('a read that begins while the disk restores a list whose right returned shows nothing that was deleted', async () => {
  const lost = steps('write', 'read', 'catchUp', 'close', 'delete', 'write', 'open')
  for (let run = 0; run < 10; run++) await converge([...lost, { action: 'read', nth: 17 }]) // the disk has its own timing
})

const idsOf = (server: NoteServer) => server.list(firstFolder).map(({ id }) => id)

/** Steps of the server alone. */
const change = (...actions: Change[]): Step<Change>[] => actions.map((action) => ({ action, nth: 0 }))

test('the disk keeps the newest items of a list, in its order', async () => {
  const { server, notes, read, scenario } = createScenario()
  const count = STORED_MAX + 3
  const { page, reopen } = await run(scenario, change(...Array.from({ length: count }, () => 'write' as const)))
  for (const [index] of server.journal.entries()) page.receive(server.journal.length - 1 - index)
  await read(page.cache, firstFolder, count)
  await page.disk.flush()
  await read(page.cache, firstFolder, 1) // removes the rest
  const { store, cache } = await reopen()
  await read(cache, firstFolder, 1)
  const stored = store.list(notes.entity, firstFolder).map(({ id }) => id)
  expect(stored).toEqual(idsOf(server).slice(0, STORED_MAX).toReversed())
})

test('a reply restores what another tab has forgotten from disk', async () => {
  const { server, notes, read, scenario } = createScenario()
  const { page, reload, reopen } = await run(scenario, change('write', 'write'))
  await read(page.cache, firstFolder, PAGES_MAX)
  const otherTab = await reload()
  await read(otherTab.cache, firstFolder, PAGES_MAX)
  otherTab.store.beginRead().forgetMissing(notes.entity, idsOf(server), new Set())
  await otherTab.disk.flush()
  await read(page.cache, firstFolder, PAGES_MAX)
  const { store, cache } = await reopen()
  await read(cache, firstFolder, 1)
  expect(notes.itemsOf(store, undefined, firstFolder)).toEqual(server.list(firstFolder))
})

test('an event that changes a list during its first fetch does not make the list stale', async () => {
  const { server, notes, scenario } = createScenario()
  const { page } = await run(scenario, change('write'))
  const stale = refetchStale(page.cache)
  const { query, refetch } = notes
  const reading = page.cache.fetchInfiniteQuery(query(firstFolder))
  createReceiver(page.cache, scenario.live)(...(server.journal.at(-1) ?? expect.unreachable()), 'event', { isCatchUp: false })
  stale.eventApplied()
  await reading
  const isStale = () => page.cache.getQueryState(query(firstFolder).queryKey)?.isInvalidated
  expect(isStale()).toBe(false)
  refetch(page.cache, firstFolder)
  expect(isStale()).toBe(true)
})

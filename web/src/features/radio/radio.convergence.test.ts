import 'fake-indexeddb/auto'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import { isCovered } from '../../platform/store/coverage.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import { checkConvergence, runSteps, type Step, type StoredPage } from '../../platform/store/testing/stored-pages.ts'
import { messagingEntities } from '../messaging/messaging.entities.ts'
import { messagingLive } from '../messaging/messaging.live.ts'
import { threadsQuery } from '../messaging/messaging.queries.ts'
import { aThread } from '../messaging/testing/fake-threads.ts'
import { messagingStore, receiveThread } from '../messaging/thread-store.ts'
import { threadOf } from '../messaging/thread-views.ts'
import { floorEntity, historyCoverage, positionOf, radioEntities, radioListingEntity } from './radio.entities.ts'
import { radioLive } from './radio.live.ts'
import { radioHistoryQuery, radioQuery, radioThreadsQuery } from './radio.queries.ts'
import { liveOf, messagesOf, radioThreadsOf } from './radio-views.ts'
import { idOf, me } from './testing/fake-radio.ts'
import { type Change, changes, RadioServer } from './testing/radio-server.ts'

// The user leaves and rejoins groups with radio chats. What the page shows equals what the server would reply, as far
// as the page has read it, and in the end all of it, in memory and on disk. A page that missed events ends in the
// same state.

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))
beforeEach(() => setCurrentUser({ id: me, isAdmin: false }))
afterEach(() => setCurrentUser(null))

const PAGE = 2
const ids = [idOf(2, 1), idOf(2, 2)] as const
const weighted: readonly Change[] = [...changes, 'start', 'say', 'say', 'say', 'say', 'post']

const radioThreads = radioThreadsQuery({ receive: (cache, thread) => receiveThread(messagingStore(cache), thread) })

const readHistory = (cache: QueryClient, id: string, pages: number) =>
  cache.fetchInfiniteQuery({ ...radioHistoryQuery(id), pages, retry: false })
const readLive = (cache: QueryClient, id: string) => cache.fetchQuery({ ...radioQuery(id), retry: false })

const read = (cache: QueryClient, nth: number): Promise<unknown> => {
  const id = ids[nth % 2] ?? ids[0]
  if (nth % 3 === 0) return cache.fetchQuery(radioThreads)
  return nth % 3 === 1 ? readLive(cache, id) : readHistory(cache, id, 1 + (nth % 4))
}

/** Reads everything to its end. Reads of threads that the user has lost are refused. */
async function readAll({ cache }: StoredPage) {
  await cache.fetchQuery(threadsQuery('group'))
  await cache.fetchQuery(radioThreads)
  for (const id of ids) await Promise.allSettled([readLive(cache, id), readHistory(cache, id, 60)])
}

function expectLive({ store, cache }: StoredPage, id: string, server: RadioServer) {
  const read = cache.getQueryData(radioQuery(id).queryKey)
  if (!read) return
  const shown = liveOf(store, id, read.from)
  const truth = server.live(id, read.from)
  // No event contains the floor before the first talk. The page gets it when it joins.
  expect(shown).toEqual(truth.floor?.version === 1 ? { ...truth, floor: shown.floor } : truth)
}

/** Expects that the page has everything of the server, and nothing of other threads. */
function expectAll(page: StoredPage, server: RadioServer) {
  const { store } = page
  expect(radioThreadsOf(store, threadOf)).toEqual(server.threads())
  const readable = server.groups().map(({ id }) => id)
  for (const id of readable) expect(messagesOf(store, id, undefined)).toEqual(server.history(id))
  for (const type of radioEntities) {
    if (type === radioListingEntity) continue
    const lost = store.ids(type).filter((key) => !readable.some((id) => key.startsWith(id)))
    expect([type.name, ...lost]).toEqual([type.name])
  }
}

const isChange = (action: string): action is Change => changes.some((change) => change === action)

async function converge(steps: readonly Step<Change>[]) {
  const server = new RadioServer(
    ids.map((id) => aThread(1, { id, isGroup: true })),
    PAGE,
  )
  const scenario = {
    storeOf: (cache: QueryClient) => {
      const store = registerEntities(cache, [...messagingEntities, ...radioEntities])
      // Each page has the list of threads, and reads it again when it misses one.
      new QueryObserver(cache, threadsQuery('group')).subscribe(() => undefined)
      return store
    },
    live: [messagingLive, radioLive],
    ownerId: me,
    server,
    journal: () => server.journal,
    reply: (route: unknown, options: Parameters<RadioServer['reply']>[1]) => server.reply(route, options),
    read,
  }
  const { page, reopen } = await runSteps(scenario, weighted, steps, (request) => vi.mocked(call).mockImplementation(request))

  // Events from a time when the user was not a member are in no journal.
  const left = new Set(steps.flatMap(({ action, nth }) => (action === 'leave' ? [ids[nth % 2]] : [])))
  const kept = ids.filter((id) => !left.has(id))
  const rows = server.threads()
  for (const row of radioThreadsOf(page.store, threadOf) ?? [])
    if (kept.includes(row.thread.id)) expect(row).toEqual(rows.find(({ thread }) => thread.id === row.thread.id))
  for (const id of kept) {
    const coverage = page.store.get(historyCoverage, id)
    const isShown = (seq: number) => coverage !== undefined && isCovered(positionOf(id, seq), coverage.through, 'desc')
    expect(messagesOf(page.store, id, undefined) ?? []).toEqual(server.history(id).filter(({ seq }) => isShown(seq)))
    expectLive(page, id, server)
  }

  // The page misses the changes in the other order, and its journal has a gap.
  await page.cache.fetchQuery(threadsQuery('group'))
  server.isSilent = true
  for (const { action, nth } of steps.toReversed()) if (isChange(action)) server.change(action, nth)
  await page.findGap()
  await readAll(page)
  expectAll(page, server)
  for (const { id } of server.groups()) expectLive(page, id, server)
  const reopened = await reopen()
  for (const id of ids) await readHistory(reopened.cache, id, 1).catch(() => undefined)
  expectAll(reopened, server)
  expect(reopened.store.ids(floorEntity)).toEqual([])
}

test(
  'any order of events, replies, writes and reloads ends with the radio chats of the server, in memory and on disk',
  { timeout: 600_000 },
  () => checkConvergence(weighted, converge),
)

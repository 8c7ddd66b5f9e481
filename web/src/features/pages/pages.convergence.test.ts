import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, test, vi } from 'vitest'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import type { Live } from '../../platform/connection/live.ts'
import { setAccessToken, setSessionUser } from '../../platform/session/session.ts'
import { isCovered, type PagedList } from '../../platform/store/coverage.ts'
import { replyOf } from '../../platform/store/replies.ts'
import { checkConvergence, runSteps, type Step, type StoredPage } from '../../platform/store/testing/stored-pages.ts'
import { draftsLive } from './drafts.live.ts'
import { ownDrafts, pendingDrafts } from './drafts.queries.ts'
import { pageStore } from './page-store.ts'
import { allPages, pageOf } from './page-views.ts'
import {
  draftContentEntity,
  draftCoverage,
  draftEntity,
  pageEntities,
  pageListingEntity,
  pageMembersEntity,
  pageMembershipEntity,
} from './pages.entities.ts'
import { pagesLive } from './pages.live.ts'
import { myPageMembershipQuery, pageMembersQuery, pageQuery, pagesQuery } from './pages.queries.ts'
import { cardOf } from './testing/fake-pages.ts'
import { ben, type Change, changes, PageServer } from './testing/page-server.ts'

// Pages are renamed, published and removed, and the user gets and loses the right to draft and to review. Events have no
// contents. The page has the newest state of all that it has read, and in the end all that the server would reply and
// nothing else, in memory and on disk. A page that missed events ends in the same state.

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))

const PAGE = 2
/** More pages than a list can have. */
const PAGES_MAX = 40
const weighted: readonly Change[] = [
  ...changes,
  'create',
  'publish',
  'moderate',
  'moderate',
  'draft',
  'draft',
  'draftOfOther',
  'draftOfOther',
]
const isChange = (action: string): action is Change => changes.some((change) => change === action)

/** The account's events refetch everything after a change of the memberships. */
const membershipLive: Live = new Map([['membership:changed', (cache) => cache.invalidateQueries()]])

beforeAll(() => {
  setAccessToken('secret')
  setSessionUser('secret', ben.id)
  setCurrentUser({ id: ben.id, isAdmin: false })
})

const readDrafts = (cache: QueryClient, query: ReturnType<typeof ownDrafts.query>, pages = PAGES_MAX) =>
  cache.fetchInfiniteQuery({ ...query, pages, retry: false })

const read = (cache: QueryClient, nth: number, id: string): Promise<unknown> => {
  const pages = 1 + (nth % 2)
  const reads = [
    () => cache.fetchQuery(pagesQuery()),
    () => cache.fetchQuery({ ...pageQuery(id), retry: false }),
    () => cache.fetchQuery({ ...myPageMembershipQuery(id), retry: false }),
    () => cache.fetchQuery({ ...pageMembersQuery(id), retry: false }),
    () => readDrafts(cache, ownDrafts.query(id), pages),
    () => readDrafts(cache, pendingDrafts.query(id), pages),
    () => readDrafts(cache, pendingDrafts.query(id), pages),
  ]
  return reads[nth % reads.length]?.() ?? Promise.resolve()
}

/** Reads everything to its end. Some reads of removed pages and without a right are refused. */
async function readAll({ cache }: StoredPage, ids: readonly string[]) {
  await cache.fetchQuery(pagesQuery()).catch(() => undefined)
  for (const id of ids) for (let nth = 1; nth < 6; nth++) await read(cache, nth, id).catch(() => undefined)
  for (const id of ids)
    for (const query of [ownDrafts.query(id), pendingDrafts.query(id)]) await readDrafts(cache, query).catch(() => undefined)
}

/** The drafts of a list as its screen shows them. */
const shown = ({ cache, store }: StoredPage, drafts: typeof ownDrafts, id: string) =>
  drafts.itemsOf(store, cache.getQueryData(drafts.query(id).queryKey)?.pages, id)

/** Expects that a page has the newest state of all that it has read of a page of the server. */
function expectReceived(page: StoredPage, id: string, server: PageServer, hasLeft: boolean) {
  const { store } = page
  const truth = server.pages().find((each) => each.id === id)
  const content = pageOf(store, id)
  if (content && content.revision === truth?.revision) expect(content).toEqual(truth)
  const isRead = (list: PagedList) => (draft: PageDraft) => {
    const coverage = store.get(draftCoverage, list.id)
    const isInList = coverage !== undefined && isCovered(draft.id, coverage.through, list.order)
    return isInList && store.get(draftContentEntity, draft.id) !== undefined
  }
  const own = ownDrafts.itemsOf(store, undefined, id) ?? []
  expect(own).toEqual(server.ownDrafts(id).filter(isRead(ownDrafts.list(id))))
  for (const { draftContent: _content, ...head } of server.ownDrafts(id)) expect(store.get(draftEntity, head.id)).toEqual(head)
  if (!server.mayReview(id) || hasLeft) return
  const pending = pendingDrafts.itemsOf(store, undefined, id) ?? []
  expect(pending).toEqual(server.pendingDrafts(id).filter(isRead(pendingDrafts.list(id))))
}

/** Expects that a page has everything of the server, no drafts that the user may not read, and on disk nothing else. */
function expectAll(page: StoredPage, server: PageServer, isStored: boolean) {
  const { store } = page
  const pages = server.pages()
  expect(allPages(store)?.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(pages.map(cardOf))
  const readable: string[] = []
  for (const { id } of pages) {
    const mayReview = !isStored && server.mayReview(id)
    expect(pageOf(store, id)).toEqual(pages.find((each) => each.id === id))
    expect(store.get(pageMembershipEntity, id)?.membership).toEqual(server.membership(id))
    expect(replyOf(store, pageMembersEntity, id)).toEqual(server.members(id))
    expect(shown(page, ownDrafts, id)).toEqual(server.ownDrafts(id))
    expect(shown(page, pendingDrafts, id)).toEqual(mayReview ? server.pendingDrafts(id) : undefined)
    const drafts = mayReview ? server.allDrafts(id) : server.ownDrafts(id)
    const known = store.ids(draftEntity).filter((draftId) => store.get(draftEntity, draftId)?.PageId === id)
    const draftIds = drafts.map((draft) => draft.id)
    expect(known.filter((draftId) => !draftIds.includes(draftId))).toEqual([])
    readable.push(id, ownDrafts.list(id).id, ...draftIds)
  }
  if (!isStored) return
  for (const type of pageEntities) {
    if (type === pageListingEntity) continue
    expect([type.name, ...store.ids(type).filter((id) => !readable.includes(id))]).toEqual([type.name])
  }
}

async function converge(steps: readonly Step<Change>[]) {
  const server = new PageServer(PAGE)
  server.change('create', 0)
  server.change('moderate', 0)
  const scenario = {
    storeOf: pageStore,
    live: [pagesLive, draftsLive, membershipLive],
    ownerId: ben.id,
    server,
    journal: () => server.journal,
    reply: (route: unknown, options: Parameters<PageServer['reply']>[1]) => server.reply(route, options),
    read: (cache: QueryClient, nth: number) => read(cache, nth, server.idAt(nth)),
  }
  const { page, reopen } = await runSteps(scenario, weighted, steps, (request) => vi.mocked(call).mockImplementation(request))
  const left = new Set(server.left)
  const ids = server.pages().map(({ id }) => id)
  if (page.store.get(pageListingEntity, 'all'))
    expect(allPages(page.store)?.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(server.pages().map(cardOf))
  for (const id of ids) expectReceived(page, id, server, left.has(id))

  await readAll(page, server.allIds())
  expectAll(page, server, false)
  // The page misses the changes in the other order, and its journal has a gap.
  server.isSilent = true
  for (const { action, nth } of steps.toReversed()) if (isChange(action)) server.change(action, nth)
  await page.findGap()
  await readAll(page, server.allIds())
  expectAll(page, server, false)
  const reopened = await reopen()
  await readAll(reopened, server.allIds())
  expectAll(reopened, server, true)
}

test(
  'any order of events, replies, writes and reloads ends with the pages and drafts of the server, in memory and on disk',
  { timeout: 600_000 },
  () => checkConvergence(weighted, converge),
)

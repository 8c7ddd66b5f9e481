import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { setAccessToken, setSessionUser } from '../../platform/session/session.ts'
import { openEntityDatabase } from '../../platform/store/entity-database.ts'
import { createStoreDisk } from '../../platform/store/store-disk.ts'
import { setDisk } from '../../platform/store/stores.ts'
import { ownDrafts } from './drafts.queries.ts'
import { pageStore, receiveDraft, receivePage } from './page-store.ts'
import { pageOf } from './page-views.ts'
import { draftContentEntity, draftEntity, pageEntities, pageEntity, pageListingEntity } from './pages.entities.ts'
import { pageQuery, pagesQuery } from './pages.queries.ts'
import { receiveCard, receiveDraftHead } from './receive-pages.ts'
import { aDraft, aPage, cardOf, person } from './testing/fake-pages.ts'

const ben = person('Ben')
const page = aPage(1)
const head = aDraft(page, ben)
const draft: PageDraft = { ...head, draftContent: '{}' }
const http = vi.hoisted(() => ({ call: vi.fn<() => Promise<unknown>>() }))
vi.mock('../../platform/connection/http.ts', () => http)
const notFound = new ApiError(404, { code: 'page.notFound', message: '', issues: [] })

beforeEach(() => {
  setAccessToken('secret')
  setSessionUser('secret', ben.id)
  setCurrentUser({ id: ben.id, isAdmin: false })
})

/** Opens a page of Ben's browser. @param device name of the database of his device */
async function openBrowser(device: string) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const store = pageStore(cache)
  const database = openEntityDatabase(device)
  let reached: string | null = null
  const cursor = { value: () => reached, restart: (next: string | null) => void (reached = next) }
  const disk = createStoreDisk({ store, database, cursor, isFurther: () => true, ownerId: () => ben.id })
  setDisk(store, disk)
  disk.claim()
  await disk.ready()
  return { cache, store, database, flush: disk.flush }
}

test('a deleted page that a list lacks and whose content is refused is not on disk', async () => {
  const { cache, store, database, flush } = await openBrowser('refused')
  receivePage(store, page)
  receiveDraft(store, draft)
  await flush()
  http.call.mockResolvedValueOnce({ items: [] }).mockRejectedValueOnce(notFound)
  await cache.fetchQuery(pagesQuery())
  await expect(cache.fetchQuery({ ...pageQuery(page.id), retry: false })).rejects.toThrow(ApiError)
  await flush()
  for (const type of pageEntities.filter((each) => each !== pageListingEntity)) expect(await database.rowsOf(type)).toEqual([])
})

test('a page that becomes readable while its content is refused stays', async () => {
  const { cache, store } = await openBrowser('readable')
  const refusal = Promise.withResolvers<never>()
  http.call.mockReturnValueOnce(refusal.promise)
  const reading = cache.fetchQuery({ ...pageQuery(page.id), retry: false })
  const readable = { ...page, version: 3 }
  receiveCard(cache, cardOf(readable))
  refusal.reject(notFound)
  await expect(reading).rejects.toThrow(ApiError)
  expect(store.get(pageEntity, page.id)).toEqual(cardOf(readable))
  receivePage(store, readable)
  expect(pageOf(store, page.id)).toEqual(readable)
})

test('a draft that only an event has brought is dropped by a reply without it', async () => {
  const { cache, store, database, flush } = await openBrowser('event only')
  receivePage(store, page)
  receiveDraftHead(cache, head)
  await flush()
  http.call.mockResolvedValueOnce({ items: [], nextCursor: null })
  await cache.fetchInfiniteQuery(ownDrafts.query(page.id))
  await flush()
  expect([store.ids(draftEntity), await database.rowsOf(draftEntity)]).toEqual([[], []])
})

test('an own draft whose review arrives before the account is known stays on disk with its content', async () => {
  const first = await openBrowser('early')
  receivePage(first.store, page)
  receiveDraft(first.store, draft)
  await first.flush()
  await first.database.close()

  setCurrentUser(null)
  const { cache, database, flush } = await openBrowser('early')
  const approved = { ...head, status: 'approved' as const, version: 2 }
  receiveDraftHead(cache, approved)
  await flush()
  expect(await database.rowsOf(draftEntity)).toMatchObject([{ value: approved }])
  expect(await database.rowsOf(draftContentEntity)).toHaveLength(1)
})

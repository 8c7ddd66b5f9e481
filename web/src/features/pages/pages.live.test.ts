import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { createReceiver } from '../../platform/connection/live.ts'
import { putReply, replyOf } from '../../platform/store/replies.ts'
import { byTitle } from './page-order.ts'
import { pageStore, receivePage } from './page-store.ts'
import { allPages, pageOf, pagesOf } from './page-views.ts'
import { pageEntity, pageListingEntity, pageMembersEntity } from './pages.entities.ts'
import { pagesLive } from './pages.live.ts'
import { myPageMembershipQuery, pageMembersQuery, pageQuery, pagesQuery } from './pages.queries.ts'
import { aMember, aPage, cardOf, person } from './testing/fake-pages.ts'

/** Creates a client with the list and the `open` pages loaded. `receive` delivers an event. */
function clientWith(pages: readonly Page[], open: readonly Page[] = pages) {
  const cache = new QueryClient()
  const store = pageStore(cache)
  for (const page of pages) store.put(pageEntity, cardOf(page))
  store.put(pageListingEntity, { id: 'all', at: 1 })
  cache.setQueryData(
    pagesQuery().queryKey,
    pages.map(({ id }) => id),
  )
  for (const page of open) {
    receivePage(store, page)
    cache.setQueryData(pageQuery(page.id).queryKey, page.id)
  }
  const receiver = createReceiver(cache, [pagesLive])
  let count = 0
  const shownOf = (search: string) =>
    search === '' ? allPages(store) : pagesOf(store, search, cache.getQueryData(pagesQuery(search).queryKey) ?? [])
  return {
    cache,
    store,
    receive: (name: string, payload: unknown) => receiver(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: (search = '') => byTitle(shownOf(search) ?? [], 'en'),
    cachedPage: ({ id }: Page) => pageOf(store, id),
    isStale: (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated === true,
  }
}

const refetched = (...pages: readonly Page[]) => byTitle(pages.map(cardOf), 'en')

test('a new page is added to the list, as a refetch shows it', () => {
  const [first, second, third] = [aPage(1), aPage(2), aPage(3)]
  const client = clientWith([first, third])
  client.receive('page:updated', cardOf(second))
  expect(client.shown()).toEqual(refetched(first, second, third))
})

test('a new title and visibility appear at once in the list and the open page, which keeps its content', () => {
  const page = aPage(1)
  const renamed = { ...page, title: 'Another title', isPublic: false, version: 2 }
  const client = clientWith([page, aPage(2)])
  client.receive('page:updated', cardOf(renamed))
  expect(client.shown()).toEqual(refetched(renamed, aPage(2)))
  expect(client.cachedPage(page)).toEqual(renamed)
  expect(client.isStale(pageQuery(page.id).queryKey)).toBe(false)
})

test('a publication refetches the page and updates its excerpt in the list', () => {
  const page = aPage(1)
  const published = { ...page, excerpt: 'Water and light', revision: 2, publishedBy: person('Ben'), version: 2 }
  const client = clientWith([page])
  client.receive('page:updated', cardOf(published))
  expect(client.shown()).toEqual(refetched(published))
  expect(client.cachedPage(page)).toEqual(page)
  expect(client.isStale(pageQuery(page.id).queryKey)).toBe(true)
})

test('the event of an own publication does not refetch the page', () => {
  const page = aPage(1)
  const published = { ...page, content: '{"type":"doc","content":[{"type":"horizontalRule"}]}', revision: 2, version: 2 }
  const client = clientWith([page])
  receivePage(client.store, published)
  client.receive('page:updated', cardOf(published))
  expect(client.cachedPage(page)).toEqual(published)
  expect(client.isStale(pageQuery(page.id).queryKey)).toBe(false)
  expect(client.shown()).toEqual(refetched(published))
})

test('an event or reply with an older version changes nothing', () => {
  const page = aPage(1, { title: 'Now', revision: 3, version: 5 })
  const client = clientWith([page])
  client.receive('page:updated', cardOf({ ...page, title: 'Long ago', revision: 2, version: 4 }))
  receivePage(client.store, { ...page, title: 'Long ago', version: 4 })
  client.receive('page:deleted', { id: page.id, version: 5 })
  expect(client.shown()).toEqual(refetched(page))
  expect(client.cachedPage(page)).toEqual(page)
  expect(client.isStale(pageQuery(page.id).queryKey)).toBe(false)
})

test('a deleted page leaves the list, refetches where it is open, and does not come back with an older event', () => {
  const [page, other] = [aPage(1, { version: 3 }), aPage(2)]
  const client = clientWith([page, other])
  client.cache.setQueryData(pageMembersQuery(page.id).queryKey, page.id)
  putReply(client.store, pageMembersEntity, page.id, [aMember(page, person('Ben'))])
  client.receive('page:deleted', { id: page.id, version: 4 })
  expect(client.shown()).toEqual(refetched(other))
  for (const { queryKey } of [pageQuery(page.id), pageMembersQuery(page.id)]) expect(client.isStale(queryKey)).toBe(true)
  expect(replyOf(client.store, pageMembersEntity, page.id)).toBeUndefined()
  expect(client.isStale(pageQuery(other.id).queryKey)).toBe(false)
  client.receive('page:updated', cardOf(page))
  expect(client.shown()).toEqual(refetched(other))
})

test('an unknown page that was deleted does not appear with an older event', () => {
  const page = aPage(1)
  const client = clientWith([])
  client.receive('page:deleted', { id: page.id, version: 2 })
  client.receive('page:updated', cardOf(page))
  expect(client.shown()).toEqual([])
})

test('a signed-in user keeps a page that visitors may no longer read, in any order of events', () => {
  const page = aPage(1)
  const hidden = { ...page, isPublic: false, version: 2 }
  for (const order of [
    ['page:updated', 'page:deleted'],
    ['page:deleted', 'page:updated'],
  ]) {
    const client = clientWith([page], [])
    for (const name of order) client.receive(name, name === 'page:updated' ? cardOf(hidden) : { id: page.id, version: 2 })
    expect(client.shown()).toEqual(refetched(hidden))
  }
  const visitor = clientWith([page])
  visitor.receive('page:deleted', { id: page.id, version: 2 })
  expect(visitor.shown()).toEqual([])
})

test('a publication refetches the list of a search, since only the server searches contents', () => {
  const page = aPage(1)
  const client = clientWith([page])
  client.cache.setQueryData(pagesQuery('water').queryKey, [])
  const published = { ...page, excerpt: 'Water', revision: 2, version: 2 }
  client.receive('page:updated', cardOf(published))
  expect(client.shown('water')).toEqual([])
  expect(client.isStale(pagesQuery('water').queryKey)).toBe(true)
  expect(client.isStale(pagesQuery().queryKey)).toBe(false)
})

test('page:members refetches the members and the user’s own membership of that page only', () => {
  const [page, other] = [aPage(1), aPage(2)]
  const client = clientWith([page, other])
  for (const { id } of [page, other]) {
    client.cache.setQueryData(pageMembersQuery(id).queryKey, id)
    client.cache.setQueryData(myPageMembershipQuery(id).queryKey, id)
  }
  client.receive('page:members', { PageId: page.id })
  for (const query of [pageMembersQuery, myPageMembershipQuery]) {
    expect(client.isStale(query(page.id).queryKey)).toBe(true)
    expect(client.isStale(query(other.id).queryKey)).toBe(false)
  }
})

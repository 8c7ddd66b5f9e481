import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { createReceiver } from '../../platform/live.ts'
import { keepPage } from './page-cache.ts'
import { byTitle } from './page-order.ts'
import { pagesLive } from './pages.live.ts'
import { myPageMembershipQuery, pageMembersQuery, pageQuery, pagesQuery } from './pages.queries.ts'
import { aMember, aPage, cardOf, person } from './testing/pages.ts'

/** What the unit would answer to a refetch of all lists. */
const answerOf = (pages: readonly Page[]) => ({ items: pages.map(cardOf), nextCursor: null })

/** A device that has loaded the list, and each page that is named as open; and a way to let an event arrive. */
function deviceWith(pages: readonly Page[], open: readonly Page[] = pages) {
  const cache = new QueryClient()
  cache.setQueryData(pagesQuery().queryKey, answerOf(pages))
  for (const page of open) cache.setQueryData(pageQuery(page.id).queryKey, page)
  const receive = createReceiver(cache, [pagesLive])
  let count = 0
  const shownOf = (search: string) => byTitle(cache.getQueryData(pagesQuery(search).queryKey)?.items ?? [], 'en')
  return {
    cache,
    hears: (name: string, payload: unknown) => receive(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: (search = '') => shownOf(search),
    held: ({ id }: Page) => cache.getQueryData(pageQuery(id).queryKey),
    asksAgain: (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated === true,
  }
}

const refetched = (...pages: readonly Page[]) => byTitle(pages.map(cardOf), 'en')

test('a new page stands on the list, where a refetch shows it', () => {
  const [first, second, third] = [aPage(1), aPage(2), aPage(3)]
  const device = deviceWith([first, third])
  device.hears('page:updated', cardOf(second))
  expect(device.shown()).toEqual(refetched(first, second, third))
})

test('a new title and new readers are there at once, on the list and on the open page, whose content stays', () => {
  const page = aPage(1)
  const renamed = { ...page, title: 'Another title', isPublic: false, version: 2 }
  const device = deviceWith([page, aPage(2)])
  device.hears('page:updated', cardOf(renamed))
  expect(device.shown()).toEqual(refetched(renamed, aPage(2)))
  expect(device.held(page)).toEqual(renamed)
  expect(device.asksAgain(pageQuery(page.id).queryKey)).toBe(false)
})

test('a page that was published anew is asked for; the list has its new words at once', () => {
  const page = aPage(1)
  const published = { ...page, excerpt: 'Water and light', revision: 2, publishedBy: person('Ben'), version: 2 }
  const device = deviceWith([page])
  device.hears('page:updated', cardOf(published))
  expect(device.shown()).toEqual(refetched(published))
  expect(device.held(page)).toEqual(page)
  expect(device.asksAgain(pageQuery(page.id).queryKey)).toBe(true)
})

test('a publication that this device made itself is not asked for again when it is heard', () => {
  const page = aPage(1)
  const published = { ...page, content: '{"type":"doc","content":[{"type":"horizontalRule"}]}', revision: 2, version: 2 }
  const device = deviceWith([page])
  keepPage(device.cache, published)
  device.hears('page:updated', cardOf(published))
  expect(device.held(page)).toEqual(published)
  expect(device.asksAgain(pageQuery(page.id).queryKey)).toBe(false)
  expect(device.shown()).toEqual(refetched(published))
})

test('what is older than what is known changes nothing: no title, no publication, no answer that comes late', () => {
  const page = aPage(1, { title: 'Now', revision: 3, version: 5 })
  const device = deviceWith([page])
  device.hears('page:updated', cardOf({ ...page, title: 'Long ago', revision: 2, version: 4 }))
  keepPage(device.cache, { ...page, title: 'Long ago', version: 4 })
  device.hears('page:deleted', { id: page.id, version: 5 })
  expect(device.shown()).toEqual(refetched(page))
  expect(device.held(page)).toEqual(page)
  expect(device.asksAgain(pageQuery(page.id).queryKey)).toBe(false)
})

test('a deleted page is gone, asked for where it is open, and does not come back with what was said before', () => {
  const [page, other] = [aPage(1, { version: 3 }), aPage(2)]
  const device = deviceWith([page, other])
  device.cache.setQueryData(pageMembersQuery(page.id).queryKey, { items: [aMember(page, person('Ben'))], nextCursor: null })
  device.hears('page:deleted', { id: page.id, version: 4 })
  expect(device.shown()).toEqual(refetched(other))
  for (const { queryKey } of [pageQuery(page.id), pageMembersQuery(page.id)]) expect(device.asksAgain(queryKey)).toBe(true)
  expect(device.asksAgain(pageQuery(other.id).queryKey)).toBe(false)
  device.hears('page:updated', cardOf(page))
  expect(device.shown()).toEqual(refetched(other))
})

test('a page of which only the end was heard does not come back either', () => {
  const page = aPage(1)
  const device = deviceWith([])
  device.hears('page:deleted', { id: page.id, version: 2 })
  device.hears('page:updated', cardOf(page))
  expect(device.shown()).toEqual([])
})

test('who is signed in keeps a page that visitors may read no more, whichever of both events comes first', () => {
  const page = aPage(1)
  const hidden = { ...page, isPublic: false, version: 2 }
  for (const order of [
    ['page:updated', 'page:deleted'],
    ['page:deleted', 'page:updated'],
  ]) {
    const device = deviceWith([page], [])
    for (const name of order) device.hears(name, name === 'page:updated' ? cardOf(hidden) : { id: page.id, version: 2 })
    expect(device.shown()).toEqual(refetched(hidden))
  }
  const visitor = deviceWith([page])
  visitor.hears('page:deleted', { id: page.id, version: 2 })
  expect(visitor.shown()).toEqual([])
})

test('only the unit knows whether words stand in a page: what was searched for is asked for again', () => {
  const page = aPage(1)
  const device = deviceWith([page])
  device.cache.setQueryData(pagesQuery('water').queryKey, answerOf([]))
  const published = { ...page, excerpt: 'Water', revision: 2, version: 2 }
  device.hears('page:updated', cardOf(published))
  expect(device.shown('water')).toEqual([])
  expect(device.asksAgain(pagesQuery('water').queryKey)).toBe(true)
  expect(device.asksAgain(pagesQuery().queryKey)).toBe(false)
})

test('changed members are asked for, and what oneself is among them; those of other pages are not', () => {
  const [page, other] = [aPage(1), aPage(2)]
  const device = deviceWith([page, other])
  for (const { id } of [page, other]) {
    device.cache.setQueryData(pageMembersQuery(id).queryKey, { items: [], nextCursor: null })
    device.cache.setQueryData(myPageMembershipQuery(id).queryKey, null)
  }
  device.hears('page:members', { PageId: page.id })
  for (const query of [pageMembersQuery, myPageMembershipQuery]) {
    expect(device.asksAgain(query(page.id).queryKey)).toBe(true)
    expect(device.asksAgain(query(other.id).queryKey)).toBe(false)
  }
})

import type { QueryClient } from '@tanstack/react-query'
import type { Page, PageCard } from '@noroshi/contract/pages/pages.http'
import { myPageMembershipQuery, pageListsKey, pageMembersQuery, pageQuery, pagesQuery } from './pages.queries.ts'

/** Where the highest version that was ever heard of is noted: a list keeps nothing of a page that left it. */
const versionKey = (id: string) => ['pages', 'version', id] as const

/** The loaded lists by what was searched for. */
function listsOf(cache: QueryClient) {
  return cache
    .getQueryCache()
    .findAll({ queryKey: pageListsKey })
    .flatMap(({ queryKey }) => {
      const search = queryKey[2] as string // `as`: only `pagesQuery` makes keys that begin like this, and the search ends them
      const { queryKey: key } = pagesQuery(search)
      const list = cache.getQueryData(key)
      return list ? [{ search, key, list }] : []
    })
}

/** The newest version of a page that is held anywhere. */
function heldVersion(cache: QueryClient, id: string): number {
  const cards = listsOf(cache).flatMap(({ list }) => list.items.filter((card) => card.id === id))
  return Math.max(0, ...[cache.getQueryData(pageQuery(id).queryKey), ...cards].map((page) => page?.version ?? 0))
}

/** Whether a newer version is known, held or from before the page went. Else this one is noted. */
function isOvertaken(cache: QueryClient, { id, version }: Pick<PageCard, 'id' | 'version'>): boolean {
  if (Math.max(cache.getQueryData<number>(versionKey(id)) ?? 0, heldVersion(cache, id)) > version) return true
  cache.setQueryData(versionKey(id), version)
  return false
}

/** Puts a page on the list of all. What was searched for stands in texts that only the unit reads: those lists are asked for again. */
function writeLists(cache: QueryClient, card: PageCard) {
  for (const { search, key, list } of listsOf(cache)) {
    const isThere = list.items.some(({ id }) => id === card.id)
    if (isThere) cache.setQueryData(key, { ...list, items: list.items.map((known) => (known.id === card.id ? card : known)) })
    else if (search === '') cache.setQueryData(key, { ...list, items: [...list.items, card] })
    if (search !== '') void cache.invalidateQueries({ queryKey: key, exact: true })
  }
}

/** A page as the unit gave it to this reader. */
export function keepPage(cache: QueryClient, page: Page) {
  if (isOvertaken(cache, page)) return
  cache.setQueryData(pageQuery(page.id).queryKey, page)
  const { content: _content, ...card } = page
  writeLists(cache, card)
}

/** An announced page: its content stays as long as it is the published one; newer content is asked for. */
export function takeCard(cache: QueryClient, card: PageCard) {
  if (isOvertaken(cache, card)) return
  const { queryKey } = pageQuery(card.id)
  const held = cache.getQueryData(queryKey)
  if (held?.revision === card.revision) cache.setQueryData(queryKey, { ...card, content: held.content })
  // One that is being fetched, or could not be read until now, is asked for too.
  else void cache.invalidateQueries({ queryKey })
  writeLists(cache, card)
}

/** Gone for this reader, unless they hold this very version: who is signed in keeps what visitors may read no more. */
export function dropPage(cache: QueryClient, id: string, version: number) {
  if (heldVersion(cache, id) >= version || isOvertaken(cache, { id, version })) return
  forgetPage(cache, id)
  // Who has it open asks again, and is told that it is not there.
  for (const { queryKey } of [pageQuery(id), myPageMembershipQuery(id), pageMembersQuery(id)])
    void cache.invalidateQueries({ queryKey })
}

/** Off every list. */
export function forgetPage(cache: QueryClient, id: string) {
  for (const { key, list } of listsOf(cache))
    if (list.items.some((card) => card.id === id))
      cache.setQueryData(key, { ...list, items: list.items.filter((card) => card.id !== id) })
}

import type { QueryClient } from '@tanstack/react-query'
import type { Page, PageCard } from '@noroshi/contract/pages/pages.http'
import { myPageMembershipQuery, pageListsKey, pageMembersQuery, pageQuery, pagesQuery } from './pages.queries.ts'

/** Cache key of the highest version of a page that was ever received: lists forget pages that leave them. */
const versionKey = (id: string) => ['pages', 'version', id] as const

/** Returns the cached lists with their searches. */
function listsOf(cache: QueryClient) {
  return cache
    .getQueryCache()
    .findAll({ queryKey: pageListsKey })
    .flatMap(({ queryKey }) => {
      const search = queryKey[2] as string // `as`: keys with this prefix end with the search
      const { queryKey: key } = pagesQuery(search)
      const list = cache.getQueryData(key)
      return list ? [{ search, key, list }] : []
    })
}

/** Returns the highest cached version of a page. */
function cachedVersion(cache: QueryClient, id: string): number {
  const cards = listsOf(cache).flatMap(({ list }) => list.items.filter((card) => card.id === id))
  return Math.max(0, ...[cache.getQueryData(pageQuery(id).queryKey), ...cards].map((page) => page?.version ?? 0))
}

/** Whether a newer version was received before. Otherwise remembers this version. */
function isOutdated(cache: QueryClient, { id, version }: Pick<PageCard, 'id' | 'version'>): boolean {
  if (Math.max(cache.getQueryData<number>(versionKey(id)) ?? 0, cachedVersion(cache, id)) > version) return true
  cache.setQueryData(versionKey(id), version)
  return false
}

/** Writes a page into the lists. Lists of a search refetch: only the server searches the contents. */
function writeLists(cache: QueryClient, card: PageCard) {
  for (const { search, key, list } of listsOf(cache)) {
    const isListed = list.items.some(({ id }) => id === card.id)
    if (isListed) cache.setQueryData(key, { ...list, items: list.items.map((known) => (known.id === card.id ? card : known)) })
    else if (search === '') cache.setQueryData(key, { ...list, items: [...list.items, card] })
    if (search !== '') void cache.invalidateQueries({ queryKey: key, exact: true })
  }
}

/** Writes a page from a reply into all cached queries. */
export function upsertPage(cache: QueryClient, page: Page) {
  if (isOutdated(cache, page)) return
  cache.setQueryData(pageQuery(page.id).queryKey, page)
  const { content: _content, ...card } = page
  writeLists(cache, card)
}

/** Applies a page event. Keeps the cached content if its revision is unchanged, otherwise refetches it. */
export function applyCard(cache: QueryClient, card: PageCard) {
  if (isOutdated(cache, card)) return
  const { queryKey } = pageQuery(card.id)
  const cached = cache.getQueryData(queryKey)
  if (cached?.revision === card.revision) cache.setQueryData(queryKey, { ...card, content: cached.content })
  // Also refetches a page that is being fetched or failed to load.
  else void cache.invalidateQueries({ queryKey })
  writeLists(cache, card)
}

/** Removes a page. Keeps it if this version is cached: a signed-in user still sees a page that visitors may no longer read. */
export function removePage(cache: QueryClient, id: string, version: number) {
  if (cachedVersion(cache, id) >= version || isOutdated(cache, { id, version })) return
  removeFromLists(cache, id)
  // An open page refetches and gets 404.
  for (const { queryKey } of [pageQuery(id), myPageMembershipQuery(id), pageMembersQuery(id)])
    void cache.invalidateQueries({ queryKey })
}

/** Removes a page from all lists. */
export function removeFromLists(cache: QueryClient, id: string) {
  for (const { key, list } of listsOf(cache))
    if (list.items.some((card) => card.id === id))
      cache.setQueryData(key, { ...list, items: list.items.filter((card) => card.id !== id) })
}

import type { QueryClient } from '@tanstack/react-query'
import type { PageDraftHead } from '@noroshi/contract/pages/drafts.http'
import type { PageCard } from '@noroshi/contract/pages/pages.http'
import { currentUser } from '../../platform/session/current-user.ts'
import { ownDrafts, pendingDrafts } from './drafts.queries.ts'
import { removePage, pageStore } from './page-store.ts'
import { draftContentEntity, draftEntity, pageEntity, readPageEntity } from './pages.entities.ts'
import { myPageMembershipQuery, pageListsKey, pageMembersQuery, pageQuery } from './pages.queries.ts'

/**
 * Adds a page from an event. Refetches its content if that is older, and the searches, because only the server searches
 * contents.
 */
export function receiveCard(cache: QueryClient, card: PageCard) {
  const store = pageStore(cache)
  const before = store.get(pageEntity, card.id)
  store.put(pageEntity, card)
  if (store.get(pageEntity, card.id) === before) return // it is older or already known
  // Also refetches a page that is being fetched or failed to load.
  if (store.get(readPageEntity, card.id)?.revision !== card.revision)
    void cache.invalidateQueries({ queryKey: pageQuery(card.id).queryKey })
  void cache.invalidateQueries({ queryKey: pageListsKey, predicate: ({ queryKey }) => queryKey[2] !== '' })
}

/** Removes a page from an event. An open page refetches and gets 404. */
export function receiveRemovedPage(cache: QueryClient, id: string, version: number) {
  const store = pageStore(cache)
  removePage(store, id, version)
  // A signed-in user keeps this version of a page that visitors may no longer read.
  if (store.get(pageEntity, id)) return
  for (const { queryKey } of [pageQuery(id), myPageMembershipQuery(id), pageMembersQuery(id)])
    void cache.invalidateQueries({ queryKey })
}

/** Adds a draft from an event, which has no content. The lists of an unknown draft are refetched. */
export function receiveDraftHead(cache: QueryClient, head: PageDraftHead) {
  const store = pageStore(cache)
  store.put(draftEntity, head)
  if (store.get(draftContentEntity, head.id)) return
  if (head.DraftedByUserId === currentUser()?.id) ownDrafts.refetch(cache, head.PageId)
  if (head.status === 'pending') pendingDrafts.refetch(cache, head.PageId)
}

import type { QueryClient } from '@tanstack/react-query'
import { pageAbilities } from '@noroshi/contract/pages/pages.abilities'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { currentUser } from '../../platform/session/current-user.ts'
import type { EntityStore, StoreRead } from '../../platform/store/entity-store.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import {
  draftContentEntity,
  draftCoverage,
  draftEntity,
  pageEntities,
  pageEntity,
  pageMembershipEntity,
  draftListId,
  readPageEntity,
} from './pages.entities.ts'

/** Returns the entity store with the entity types of pages. */
export const pageStore = (cache: QueryClient): EntityStore => registerEntities(cache, pageEntities)

/** Adds a page from a reply. */
export function receivePage(store: EntityStore, page: Page) {
  const { content: _content, ...card } = page
  store.put(pageEntity, card)
  store.put(readPageEntity, page)
}

/**
 * Removes a page that the user may no longer read, with its drafts.
 * @param version version in which the right ended
 */
export const removePage = (store: EntityStore, id: string, version: number) => store.remove(pageEntity, id, version)

/** Forgets a page that a reply has refused. The right may return with a new version. */
export const forgetRefusedPage = (read: StoreRead, id: string) => read.forgetMissing(pageEntity, [id], new Set())

/** Adds a draft from a reply. */
export function receiveDraft(store: EntityStore, { draftContent, ...head }: PageDraft) {
  store.put(draftEntity, head)
  store.put(draftContentEntity, { id: head.id, draftContent, DraftedByUserId: head.DraftedByUserId })
}

/**
 * Adds the user's membership of a page from a reply. If the user may not review, the drafts of other authors are
 * dropped.
 * @param at time at which the read began
 * @param read the store's read that began at the same time
 */
export function receiveMembership(
  store: EntityStore,
  { id, membership, at, read }: { id: string; membership: PageMember | null; at: number; read: StoreRead },
) {
  store.put(pageMembershipEntity, { id, membership, at })
  const viewer = currentUser()
  if (!viewer || pageAbilities['page:moderate'](viewer, { isPublic: true, membership })) return
  const others = store.ids(draftEntity).filter((draftId) => {
    const draft = store.get(draftEntity, draftId)
    return draft?.PageId === id && draft.DraftedByUserId !== viewer.id
  })
  read.forgetMissing(draftEntity, others, new Set())
  read.forgetMissing(draftCoverage, [draftListId(id, 'pending')], new Set())
}

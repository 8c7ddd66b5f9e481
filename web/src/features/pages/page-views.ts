import type { DraftComparison, PageDraft } from '@noroshi/contract/pages/drafts.http'
import type { Page, PageCard } from '@noroshi/contract/pages/pages.http'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { createListViews, createViews } from '../../platform/store/views.ts'
import { draftContentEntity, draftEntity, pageEntities, pageEntity, pageListingEntity, readPageEntity } from './pages.entities.ts'

/** Calls back after each change of a page or a draft ({@link EntityStore.subscribe}). */
export const PAGE_KEYS = pageEntities.map(({ name }) => name).join(' ')

const pageView = createViews<Page>()
const cardView = createViews<PageCard>()
const cardsView = createListViews<PageCard>()
const draftView = createViews<PageDraft>()

/**
 * Returns a page with its content; undefined until both are known. A page whose newest content was not read yet keeps
 * its last read state.
 */
export function pageOf(store: EntityStore, id: string): Page | undefined {
  const card = store.get(pageEntity, id)
  const read = store.get(readPageEntity, id)
  if (!card || !read) return undefined
  return pageView(store, card, [read], () => (card.revision === read.revision ? { ...card, content: read.content } : read))
}

/** Returns all pages that the user may read; undefined until the server or the disk has listed them. */
export const allPages = (store: EntityStore): readonly PageCard[] | undefined =>
  store.get(pageListingEntity, 'all') && pagesOf(store, '', store.ids(pageEntity))

function cardOf(store: EntityStore, id: string): PageCard | undefined {
  const card = store.get(pageEntity, id)
  return card && cardView(store, card, [], () => card)
}

/** Returns the pages that a search has found. */
export const pagesOf = (store: EntityStore, search: string, ids: readonly string[]): readonly PageCard[] =>
  cardsView(
    store,
    search,
    ids.flatMap((id) => cardOf(store, id) ?? []),
  )

/** Returns a draft with its content; undefined until both are known. */
export function draftOf(store: EntityStore, id: string): PageDraft | undefined {
  const head = store.get(draftEntity, id)
  const content = store.get(draftContentEntity, id)
  return head && content && draftView(store, head, [content], () => ({ ...head, draftContent: content.draftContent }))
}

const comparisonView = createViews<DraftComparison>()

/** Returns a comparison with the newest state of its draft. */
export function comparisonOf(store: EntityStore, reply: DraftComparison): DraftComparison {
  const draft = draftOf(store, reply.draft.id)
  return draft ? comparisonView(store, reply, [draft], () => ({ ...reply, draft })) : reply
}

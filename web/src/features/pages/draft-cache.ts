import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { draftRoutes, PageDraft, PageDraftHead } from '@noroshi/contract/pages/drafts.http'
import { currentUser } from '../../platform/current-user.ts'
import { comparisonQuery, ownDraftsQuery, pendingDraftsQuery } from './drafts.queries.ts'

type Drafts = InfiniteData<z.output<typeof draftRoutes.listOwn.reply>>

export const draftsIn = (list: Drafts | undefined): PageDraft[] => list?.pages.flatMap(({ items }) => items) ?? []

const contains = (list: Drafts, id: string) => draftsIn(list).some((draft) => draft.id === id)

const withItems = (list: Drafts, change: (items: PageDraft[]) => PageDraft[]): Drafts => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
})

const without = (list: Drafts, id: string) => withItems(list, (items) => items.filter((draft) => draft.id !== id))

/** Updates a cached draft if the head is newer. */
const withHead = (list: Drafts, head: PageDraftHead) =>
  withItems(list, (items) =>
    items.map((draft) => (draft.id === head.id && draft.version < head.version ? { ...draft, ...head } : draft)),
  )

const isMine = ({ DraftedByUserId }: PageDraftHead) => DraftedByUserId === currentUser()?.id

/** Applies a draft event, which has no content. An unknown draft refetches its list. */
export function applyDraftHead(cache: QueryClient, head: PageDraftHead) {
  const ownKey = ownDraftsQuery(head.PageId).queryKey
  const ownList = cache.getQueryData(ownKey)
  if (ownList && contains(ownList, head.id)) cache.setQueryData(ownKey, withHead(ownList, head))
  else if (isMine(head)) void cache.invalidateQueries({ queryKey: ownKey })

  const pendingKey = pendingDraftsQuery(head.PageId).queryKey
  const pendingList = cache.getQueryData(pendingKey)
  const isListed = pendingList !== undefined && contains(pendingList, head.id)
  if (isListed && head.status !== 'pending') cache.setQueryData(pendingKey, without(pendingList, head.id))
  else if (isListed) cache.setQueryData(pendingKey, withHead(pendingList, head))
  else if (head.status === 'pending') void cache.invalidateQueries({ queryKey: pendingKey })

  cache.setQueryData(comparisonQuery(head.PageId, head.id).queryKey, (known) =>
    known && known.draft.version < head.version ? { ...known, draft: { ...known.draft, ...head } } : known,
  )
}

/** Applies a draft from a reply. */
export function upsertDraft(cache: QueryClient, draft: PageDraft) {
  const ownKey = ownDraftsQuery(draft.PageId).queryKey
  const ownList = cache.getQueryData(ownKey)
  const [first, ...rest] = ownList?.pages ?? []
  // The list is ordered newest first, and the author sees the new draft at once.
  if (ownList && first && isMine(draft) && !contains(ownList, draft.id))
    cache.setQueryData(ownKey, { ...ownList, pages: [{ ...first, items: [draft, ...first.items] }, ...rest] })
  applyDraftHead(cache, draft)
}

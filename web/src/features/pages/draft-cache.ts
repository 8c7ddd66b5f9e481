import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { draftRoutes, PageDraft, PageDraftHead } from '@noroshi/contract/pages/drafts.http'
import { currentReader } from '../../platform/reader.ts'
import { comparisonQuery, ownDraftsQuery, pendingDraftsQuery } from './drafts.queries.ts'

type Drafts = InfiniteData<z.output<typeof draftRoutes.listOwn.reply>>

export const draftsIn = (list: Drafts | undefined): PageDraft[] => list?.pages.flatMap(({ items }) => items) ?? []

const knows = (list: Drafts, id: string) => draftsIn(list).some((draft) => draft.id === id)

const withItems = (list: Drafts, change: (items: PageDraft[]) => PageDraft[]): Drafts => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
})

const without = (list: Drafts, id: string) => withItems(list, (items) => items.filter((draft) => draft.id !== id))

/** A known draft with what is newer of it. */
const withHead = (list: Drafts, head: PageDraftHead) =>
  withItems(list, (items) =>
    items.map((draft) => (draft.id === head.id && draft.version < head.version ? { ...draft, ...head } : draft)),
  )

const isMine = ({ DraftedByUserId }: PageDraftHead) => DraftedByUserId === currentReader()?.id

/** A draft that an event told of, without its content. One that is not known yet is asked for. */
export function takeHead(cache: QueryClient, head: PageDraftHead) {
  const own = ownDraftsQuery(head.PageId).queryKey
  const mine = cache.getQueryData(own)
  if (mine && knows(mine, head.id)) cache.setQueryData(own, withHead(mine, head))
  else if (isMine(head)) void cache.invalidateQueries({ queryKey: own })

  const pending = pendingDraftsQuery(head.PageId).queryKey
  const waiting = cache.getQueryData(pending)
  const isListed = waiting !== undefined && knows(waiting, head.id)
  if (isListed && head.status !== 'pending') cache.setQueryData(pending, without(waiting, head.id))
  else if (isListed) cache.setQueryData(pending, withHead(waiting, head))
  else if (head.status === 'pending') void cache.invalidateQueries({ queryKey: pending })

  cache.setQueryData(comparisonQuery(head.PageId, head.id).queryKey, (known) =>
    known && known.draft.version < head.version ? { ...known, draft: { ...known.draft, ...head } } : known,
  )
}

/** A draft as the unit gave it to this reader. */
export function keepDraft(cache: QueryClient, draft: PageDraft) {
  const own = ownDraftsQuery(draft.PageId).queryKey
  const mine = cache.getQueryData(own)
  const [first, ...rest] = mine?.pages ?? []
  // The newest stands first, and whoever submits one sees it there at once.
  if (mine && first && isMine(draft) && !knows(mine, draft.id))
    cache.setQueryData(own, { ...mine, pages: [{ ...first, items: [draft, ...first.items] }, ...rest] })
  takeHead(cache, draft)
}

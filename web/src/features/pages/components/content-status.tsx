import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import { text as say, useText } from '../../../platform/i18n.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { draftsIn } from '../draft-cache.ts'
import { comparisonQuery, ownDraftsQuery } from '../drafts.queries.ts'
import { whyOf } from '../use-send.ts'
import type { Begin } from '../use-writing.ts'
import { DraftCard } from './draft-card.tsx'
import css from './drafts.module.css'

/** One's own drafts of a page, and how far each is. */
export function ContentStatus({ pageId, onBegin }: { pageId: string; onBegin: (begin: Begin) => void }) {
  const text = useText()
  const cache = useQueryClient()
  const [beginningId, setBeginningId] = useState<string | null>(null)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(ownDraftsQuery(pageId))
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text('drafts.ownFailed')} /> : <ListSkeleton />
  }
  const drafts = draftsIn(data)
  if (drafts.length === 0) return <EmptyState title={text('drafts.noneOwn')} note={text('drafts.noneOwnNote')} />

  /** With what it began from, so that what was published since is not undone. */
  const begin = async (draft: PageDraft) => {
    setBeginningId(draft.id)
    try {
      const { baseContent } = await cache.fetchQuery(comparisonQuery(pageId, draft.id))
      onBegin({ content: draft.draftContent, base: { revision: draft.baseRevision, content: baseContent } })
    } catch (failure) {
      toastError(say('chrome.didNotLoad'), whyOf(failure))
    } finally {
      setBeginningId(null)
    }
  }
  return (
    <>
      <ul className={css.list}>
        {drafts.map((draft) => (
          <DraftCard
            key={draft.id}
            draft={draft}
            isBeginning={draft.id === beginningId}
            onBegin={(chosen) => void begin(chosen)}
          />
        ))}
      </ul>
      {hasNextPage && <LoadMore label={text('drafts.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  )
}

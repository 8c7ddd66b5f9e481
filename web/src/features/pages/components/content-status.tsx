import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import { text as currentText, useText } from '../../../platform/i18n.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { draftsIn } from '../draft-cache.ts'
import { comparisonQuery, ownDraftsQuery } from '../drafts.queries.ts'
import { sendErrorText } from '../use-send.ts'
import type { DraftStart } from '../use-writing.ts'
import { DraftCard } from './draft-card.tsx'
import css from './drafts.module.css'

/** The user's own drafts of a page with their status. */
export function ContentStatus({ pageId, onContinue }: { pageId: string; onContinue: (start: DraftStart) => void }) {
  const text = useText()
  const cache = useQueryClient()
  const [loadingId, setLoadingId] = useState<string | null>(null)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(ownDraftsQuery(pageId))
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text('drafts.ownFailed')} /> : <ListSkeleton />
  }
  const drafts = draftsIn(data)
  if (drafts.length === 0) return <EmptyState title={text('drafts.noneOwn')} note={text('drafts.noneOwnNote')} />

  /** Continues a draft with its original base, so that later publications are merged and not reverted. */
  const continueDraft = async (draft: PageDraft) => {
    setLoadingId(draft.id)
    try {
      const { baseContent } = await cache.fetchQuery(comparisonQuery(pageId, draft.id))
      onContinue({ content: draft.draftContent, base: { revision: draft.baseRevision, content: baseContent } })
    } catch (failure) {
      toastError(currentText('chrome.didNotLoad'), sendErrorText(failure))
    } finally {
      setLoadingId(null)
    }
  }
  return (
    <>
      <ul className={css.list}>
        {drafts.map((draft) => (
          <DraftCard
            key={draft.id}
            draft={draft}
            isLoading={draft.id === loadingId}
            onContinue={(chosen) => void continueDraft(chosen)}
          />
        ))}
      </ul>
      {hasNextPage && <LoadMore label={text('drafts.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  )
}

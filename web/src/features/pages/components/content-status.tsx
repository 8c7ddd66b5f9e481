import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import { text as currentText, useText } from '../../../platform/language/i18n.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { toastError } from '../../../ui/states/toast.tsx'
import { UnsentEntry } from '../../../shared/chat/unsent-entry.tsx'
import { comparisonQuery, ownDrafts } from '../drafts.queries.ts'
import { textOfDraft, type UnsentDraft, unsentDrafts } from '../unsent-drafts.ts'
import { sendErrorText } from '../use-send.ts'
import type { DraftStart } from '../use-writing.ts'
import { DraftCard } from './draft-card.tsx'
import css from './drafts.module.css'

interface Props {
  pageId: string
  /** @param onStored is called when the copy of the editor is in the local storage */
  onContinue: (start: DraftStart, onStored?: () => void) => void
}

/** The user's own drafts of a page with their status: first those that are not sent yet. */
export function ContentStatus({ pageId, onContinue }: Props) {
  const text = useText()
  const unsent = unsentDrafts.useEntries(pageId)
  const edit = ({ id, payload }: UnsentDraft) => onContinue(payload, () => unsentDrafts.discard(id))
  return (
    <>
      {unsent.length > 0 && (
        <ul className={css.list} aria-label={text('drafts.unsentTitle')}>
          {unsent.map((draft) => (
            <li key={draft.id}>
              <UnsentEntry entry={draft} body={textOfDraft(draft.payload)} onEdit={() => edit(draft)} />
            </li>
          ))}
        </ul>
      )}
      <SentDrafts pageId={pageId} onContinue={onContinue} hasUnsent={unsent.length > 0} />
    </>
  )
}

function SentDrafts({ pageId, onContinue, hasUnsent }: Props & { hasUnsent: boolean }) {
  const text = useText()
  const cache = useQueryClient()
  const [loadingId, setLoadingId] = useState<string | null>(null)
  const { items: drafts, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = ownDrafts.useItems(pageId)
  if (!drafts) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text('drafts.ownFailed')} /> : <ListSkeleton />
  }
  if (drafts.length === 0)
    return hasUnsent ? null : <EmptyState title={text('drafts.noneOwn')} note={text('drafts.noneOwnNote')} />

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

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { text } from '../../platform/language/i18n.ts'
import { toastError, toastSuccess, toastWarning } from '../../ui/states/toast.tsx'
import { TOAST_APPROVAL_MS } from '../../platform/tuning.ts'
import { comparisonQuery, ownDrafts, pendingDrafts, revisionsQuery } from './drafts.queries.ts'
import { pageStore, receiveDraft, receivePage } from './page-store.ts'
import { pageQuery } from './pages.queries.ts'
import { sendErrorText } from './use-send.ts'

export function useDiscardDraft({ id, PageId }: PageDraft) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(draftRoutes.discard, { params: { id: PageId, draftId: id } }),
    onSuccess: (draft) => {
      receiveDraft(pageStore(cache), draft)
      toastSuccess('drafts.withdrawn')
    },
    // A moderator may have reviewed it meanwhile.
    onError: () => ownDrafts.refetch(cache, PageId),
  })
}

export interface Decision {
  readonly status: 'approved' | 'rejected'
  readonly reviewRemarks: string
  /** The published revision that the reviewer compared with the draft. */
  readonly comparedRevision: number
  /** Content to publish instead of the draft's. */
  readonly content?: string | undefined
}

/** Approves or rejects a draft. If another moderator decided before, shows a notice and refetches the list. */
export function useReviewDraft({ id, PageId }: PageDraft, onDone: () => void) {
  const cache = useQueryClient()
  const refetch = () => {
    pendingDrafts.refetch(cache, PageId)
    void cache.invalidateQueries({ queryKey: pageQuery(PageId).queryKey })
  }
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (decision: Decision) => call(draftRoutes.review, { body: { id, PageId, ...decision } }),
    onSuccess: (draft) => {
      receiveDraft(pageStore(cache), draft)
      refetch()
      if (draft.status === 'approved') toastSuccess('drafts.approved', {}, { durationMs: TOAST_APPROVAL_MS })
      else toastError(text('drafts.rejected'), undefined, TOAST_APPROVAL_MS)
      onDone()
    },
    onError: async (error) => {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'page.draftOutdated') {
        // The review shows the notice about the new comparison.
        await cache.refetchQueries({ queryKey: comparisonQuery(PageId, id).queryKey })
      } else if (code === 'page.draftReviewed') {
        toastWarning('drafts.reviewedMeanwhile')
        refetch()
        // The review then shows the outcome and keeps the reviewer's remarks on the screen.
        await cache.refetchQueries({ queryKey: comparisonQuery(PageId, id).queryKey })
      } else toastError(text('drafts.reviewFailed'), sendErrorText(error))
    },
  })
}

export function useRestoreRevision(pageId: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ revision, baseRevision }: { revision: number; baseRevision: number }) =>
      call(pageRoutes.restoreRevision, { params: { id: pageId, revision }, body: { baseRevision } }),
    onSuccess: (page) => {
      receivePage(pageStore(cache), page)
      toastSuccess('drafts.published')
      onDone()
    },
    // A success adds a revision. After a failure, another moderator may have published one.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: revisionsQuery(pageId).queryKey })
      void cache.invalidateQueries({ queryKey: pageQuery(pageId).queryKey })
    },
  })
}

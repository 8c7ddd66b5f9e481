import { useMutation, useQueryClient } from '@tanstack/react-query'
import { draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { toastError, toastSuccess, toastWarning } from '../../ui/toast.tsx'
import { keepDraft } from './draft-cache.ts'
import { comparisonQuery, ownDraftsQuery, pendingDraftsQuery, revisionsQuery } from './drafts.queries.ts'
import { keepPage } from './page-cache.ts'
import { pageQuery } from './pages.queries.ts'
import { whyOf } from './use-send.ts'

/** Milliseconds of the toast that tells of an approval (specification, section 8). */
const APPROVAL_MS = 2_000

export function useDiscard({ id, PageId }: PageDraft) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(draftRoutes.discard, { params: { id: PageId, draftId: id } }),
    onSuccess: (draft) => {
      keepDraft(cache, draft)
      toastSuccess('drafts.takenBack')
    },
    // Somebody may have reviewed it meanwhile.
    onError: () => void cache.invalidateQueries({ queryKey: ownDraftsQuery(PageId).queryKey }),
  })
}

export interface Decision {
  readonly status: 'approved' | 'rejected'
  readonly reviewRemarks: string
  /** The published revision that was seen beside the draft. */
  readonly comparedRevision: number
  /** What is published in the draft's place. */
  readonly content?: string | undefined
}

/** Approves or rejects a draft. Who comes second is told, and sees what is left. */
export function useReviewDraft({ id, PageId }: PageDraft, onDone: () => void) {
  const cache = useQueryClient()
  const askAnew = () => {
    void cache.invalidateQueries({ queryKey: pendingDraftsQuery(PageId).queryKey })
    void cache.invalidateQueries({ queryKey: pageQuery(PageId).queryKey })
  }
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (decision: Decision) => call(draftRoutes.review, { body: { id, PageId, ...decision } }),
    onSuccess: (draft) => {
      keepDraft(cache, draft)
      askAnew()
      if (draft.status === 'approved') toastSuccess('drafts.approved', {}, { durationMs: APPROVAL_MS })
      else toastError(text('drafts.rejected'), undefined, APPROVAL_MS)
      onDone()
    },
    onError: async (error) => {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'page.draftOutdated') {
        // The review tells by itself that it is compared anew.
        await cache.refetchQueries({ queryKey: comparisonQuery(PageId, id).queryKey })
      } else if (code === 'page.draftReviewed') {
        toastWarning('drafts.reviewedMeanwhile')
        askAnew()
        onDone()
      } else toastError(text('drafts.reviewFailed'), whyOf(error))
    },
  })
}

export function useRestore(pageId: string, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ revision, baseRevision }: { revision: number; baseRevision: number }) =>
      call(pageRoutes.restoreRevision, { params: { id: pageId, revision }, body: { baseRevision } }),
    onSuccess: (page) => {
      keepPage(cache, page)
      toastSuccess('drafts.published')
      onDone()
    },
    // After a success it is one longer, after a failure somebody else may have published.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: revisionsQuery(pageId).queryKey })
      void cache.invalidateQueries({ queryKey: pageQuery(pageId).queryKey })
    },
  })
}

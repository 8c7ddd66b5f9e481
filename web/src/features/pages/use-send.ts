import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PAGE_CONTENT_MAX } from '@noroshi/contract/limits'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { type Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { ApiError, OfflineError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { toastError, toastSuccess, toastWarning } from '../../ui/toast.tsx'
import { keepDraft } from './draft-cache.ts'
import { keepPage } from './page-cache.ts'
import { pageQuery } from './pages.queries.ts'
import type { Writing } from './use-writing.ts'

interface Options {
  readonly onDone: () => void
  /** The page was published anew by somebody else: the two have to be brought together first. */
  readonly onOutdated: () => void
}

export const whyOf = (error: unknown): string =>
  error instanceof OfflineError ? text('chrome.noAnswer') : error instanceof ApiError ? error.message : ''

/** Sends what was written: to a reviewer, or, for those who may, to all readers. */
export function useSend(page: Page, sends: 'submit' | 'publish', writing: Writing, { onDone, onOutdated }: Options) {
  const cache = useQueryClient()
  const { revision: baseRevision } = writing.origin.base

  const submit = useMutation({
    meta: { isHandled: true },
    mutationFn: (draftContent: string) => {
      // The same content is sent under the same id, so that trying again never submits it twice.
      const clientId = writing.clientIdOf(draftContent)
      return call(draftRoutes.create, { body: { PageId: page.id, draftContent, baseRevision, clientId, location: null } })
    },
    onSuccess: (draft) => {
      keepDraft(cache, draft)
      writing.sent({ revision: page.revision, content: page.content })
      toastSuccess('drafts.submitted')
      onDone()
    },
    onError: (error) => toastError(text('drafts.submitFailed'), whyOf(error)),
  })

  const publish = useMutation({
    meta: { isHandled: true },
    mutationFn: (content: string) => call(pageRoutes.publish, { params: { id: page.id }, body: { content, baseRevision } }),
    onSuccess: (published) => {
      keepPage(cache, published)
      writing.sent({ revision: published.revision, content: published.content })
      toastSuccess('drafts.published')
      onDone()
    },
    onError: async (error) => {
      toastError(text('drafts.publishFailed'), whyOf(error))
      if (!(error instanceof ApiError) || error.code !== 'page.changed') return
      const { queryKey } = pageQuery(page.id)
      await cache.refetchQueries({ queryKey })
      // Where asking failed there is nothing yet to bring together with.
      if ((cache.getQueryData(queryKey)?.revision ?? 0) > baseRevision) onOutdated()
    },
  })

  const send = () => {
    const content = writing.content()
    if (content.length > PAGE_CONTENT_MAX) return toastWarning('pages.contentTooLarge')
    if (parseRichText(content) === null) return toastWarning('pages.contentInvalid')
    return sends === 'submit' ? submit.mutate(content) : publish.mutate(content)
  }
  return { send, isSending: submit.isPending || publish.isPending }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PAGE_CONTENT_MAX } from '@noroshi/contract/limits'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { type Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { ApiError, OfflineError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { toastError, toastSuccess, toastInvalid } from '../../ui/toast.tsx'
import { upsertDraft } from './draft-cache.ts'
import { upsertPage } from './page-cache.ts'
import { pageQuery } from './pages.queries.ts'
import type { Writing } from './use-writing.ts'

interface Options {
  readonly onDone: () => void
  /** Another user published the page meanwhile: both contents have to be merged first. */
  readonly onOutdated: () => void
}

export const sendErrorText = (error: unknown): string =>
  error instanceof OfflineError ? text('chrome.noAnswer') : error instanceof ApiError ? error.message : ''

/** Submits the content for review or, for moderators, publishes it. */
export function useSend(page: Page, action: 'submit' | 'publish', writing: Writing, { onDone, onOutdated }: Options) {
  const cache = useQueryClient()
  const { revision: baseRevision } = writing.origin.base

  const submit = useMutation({
    meta: { isHandled: true },
    mutationFn: (draftContent: string) => {
      // The same content is sent with the same client id, so that a retry does not submit it twice.
      const clientId = writing.clientIdOf(draftContent)
      return call(draftRoutes.create, { body: { PageId: page.id, draftContent, baseRevision, clientId, location: null } })
    },
    onSuccess: (draft) => {
      upsertDraft(cache, draft)
      writing.sent({ revision: page.revision, content: page.content })
      toastSuccess('drafts.submitted')
      onDone()
    },
    onError: (error) => toastError(text('drafts.submitFailed'), sendErrorText(error)),
  })

  const publish = useMutation({
    meta: { isHandled: true },
    mutationFn: (content: string) => call(pageRoutes.publish, { params: { id: page.id }, body: { content, baseRevision } }),
    onSuccess: (published) => {
      upsertPage(cache, published)
      writing.sent({ revision: published.revision, content: published.content })
      toastSuccess('drafts.published')
      onDone()
    },
    onError: async (error) => {
      toastError(text('drafts.publishFailed'), sendErrorText(error))
      if (!(error instanceof ApiError) || error.code !== 'page.changed') return
      const { queryKey } = pageQuery(page.id)
      await cache.refetchQueries({ queryKey })
      // If the refetch failed, there is nothing to merge with yet.
      if ((cache.getQueryData(queryKey)?.revision ?? 0) > baseRevision) onOutdated()
    },
  })

  const send = () => {
    const content = writing.content()
    if (content.length > PAGE_CONTENT_MAX) return toastInvalid('pages.contentTooLarge')
    if (parseRichText(content) === null) return toastInvalid('pages.contentInvalid')
    return action === 'submit' ? submit.mutate(content) : publish.mutate(content)
  }
  return { send, isSending: submit.isPending || publish.isPending }
}

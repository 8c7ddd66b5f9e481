import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PAGE_CONTENT_MAX } from '@noroshi/contract/limits'
import { type Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { ApiError, OfflineError } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { text } from '../../platform/language/i18n.ts'
import { toastError, toastSuccess, toastInvalid } from '../../ui/states/toast.tsx'
import { pageStore, receivePage } from './page-store.ts'
import { pageOf } from './page-views.ts'
import { pageQuery } from './pages.queries.ts'
import { unsentDrafts } from './unsent-drafts.ts'
import type { Writing } from './use-writing.ts'

interface Options {
  readonly onDone: () => void
  /** Another user published the page meanwhile: both contents have to be merged first. */
  readonly onOutdated: () => void
}

export const sendErrorText = (error: unknown): string =>
  error instanceof OfflineError ? text('chrome.noAnswer') : error instanceof ApiError ? error.message : ''

/**
 * Submits the content for review or, for moderators, publishes it. The outbox submits a draft, also later. A
 * publication needs a connection, because another user may publish meanwhile.
 */
export function useSend(page: Page, action: 'submit' | 'publish', writing: Writing, { onDone, onOutdated }: Options) {
  const cache = useQueryClient()
  const { revision: baseRevision } = writing.origin.base

  const publish = useMutation({
    meta: { isHandled: true },
    mutationFn: (content: string) => call(pageRoutes.publish, { params: { id: page.id }, body: { content, baseRevision } }),
    onSuccess: (published) => {
      receivePage(pageStore(cache), published)
      writing.sent({ revision: published.revision, content: published.content })
      toastSuccess('drafts.published')
      onDone()
    },
    onError: async (error) => {
      toastError(text('drafts.publishFailed'), sendErrorText(error))
      if (!(error instanceof ApiError) || error.code !== 'page.changed') return
      await cache.refetchQueries({ queryKey: pageQuery(page.id).queryKey })
      // If the refetch failed, there is nothing to merge with yet.
      if ((pageOf(pageStore(cache), page.id)?.revision ?? 0) > baseRevision) onOutdated()
    },
  })

  const submit = (content: string) => {
    if (!unsentDrafts.send({ pageId: page.id, content, base: writing.origin.base }))
      return toastError(text('drafts.submitFailed'), text('chrome.noAnswer'))
    writing.sent({ revision: page.revision, content: page.content })
    onDone()
  }

  const send = () => {
    const content = writing.content()
    if (content.length > PAGE_CONTENT_MAX) return toastInvalid('pages.contentTooLarge')
    if (parseRichText(content) === null) return toastInvalid('pages.contentInvalid')
    return action === 'submit' ? submit(content) : publish.mutate(content)
  }
  return { send, isSending: publish.isPending }
}

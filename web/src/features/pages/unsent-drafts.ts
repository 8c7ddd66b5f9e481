import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { parseRichText, plainTextOf } from '@noroshi/contract/pages/rich-text'
import { ApiError } from '../../platform/http-errors.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { isOwnEntry, type TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { changeCache } from '../../platform/query-cache.ts'
import { sessionUserId } from '../../platform/session.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { pageStore, receiveDraft } from './page-store.ts'
import { draftCommand, type NewDraft } from './pages.outbox.ts'
import type { ContentBase } from './unsent.ts'

const Draft = z.object({
  pageId: z.string(),
  content: z.string(),
  base: z.object({ revision: z.int(), content: z.string() }),
}) satisfies z.ZodType<NewDraft>

/** A submitted draft that the server has not acknowledged yet. */
export type UnsentDraft = TypedEntry<z.infer<typeof Draft>>

/** Returns the text of a draft without its format. */
export function textOfDraft({ content }: z.infer<typeof Draft>): string {
  const richText = parseRichText(content)
  return richText === null ? '' : plainTextOf(richText)
}

const drafts = outbox.register<z.infer<typeof Draft>, PageDraft>({
  ...draftCommand,
  payload: Draft,
  describe: (draft) => ({ title: text('outbox.kind.draft'), text: textOfDraft(draft) }),
  send: (entry, options) => sendEntry(draftCommand, draftRoutes.create.reply, entry, options),
  onSent: (draft, entry) => {
    changeCache((cache) => receiveDraft(pageStore(cache), draft))
    if (isOwnEntry(entry)) toastSuccess('drafts.submitted')
  },
  onRefused: (error) => toastError(text('drafts.submitFailed'), error instanceof ApiError ? error.message : undefined),
})

/** Returns the user's unsent drafts of a page, the oldest first. */
export function useUnsentDrafts(pageId: string): readonly UnsentDraft[] {
  const all = useSyncExternalStore(outbox.subscribe, drafts.entries)
  return useMemo(() => all.filter(({ payload }) => payload.pageId === pageId), [all, pageId])
}

/**
 * Stores a draft and submits it for review.
 * @returns false if no user is known to be signed in. Nothing is sent then, and the caller keeps the content.
 */
export function sendDraft(pageId: string, content: string, base: ContentBase): boolean {
  const ownerId = sessionUserId()
  if (ownerId === null) return false
  void drafts.enqueue({ id: newId(), lane: 'drafts', ownerId, payload: { pageId, content, base } })
  return true
}

export const discardUnsentDraft = outbox.discard

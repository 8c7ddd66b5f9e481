import type { z } from 'zod'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { parseRichText, plainTextOf } from '@noroshi/contract/pages/rich-text'
import type { TypedEntry } from '../../platform/outbox/entry.ts'
import { defineUnsent } from '../../shared/chat/define-unsent.ts'
import { pageStore, receiveDraft } from './page-store.ts'
import { draftCommand } from './pages.outbox.ts'
import { NewDraft } from './pages.payload.ts'

/** A submitted draft that the server has not acknowledged yet. */
export type UnsentDraft = TypedEntry<z.infer<typeof NewDraft>>

/** Returns the text of a draft without its format. */
export function textOfDraft({ content }: z.infer<typeof NewDraft>): string {
  const richText = parseRichText(content)
  return richText === null ? '' : plainTextOf(richText)
}

export const unsentDrafts = defineUnsent({
  command: draftCommand,
  payload: NewDraft,
  reply: draftRoutes.create.reply,
  title: 'outbox.kind.draft',
  textOf: textOfDraft,
  ofId: ({ pageId }) => pageId,
  laneOf: () => 'drafts',
  receive: (cache, draft) => receiveDraft(pageStore(cache), draft),
  sent: () => 'drafts.submitted',
  refused: () => 'drafts.submitFailed',
})

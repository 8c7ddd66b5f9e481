import type { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import { requestTo } from '../../platform/route-request.ts'

export interface NewDraft {
  readonly pageId: string
  /** Rich text as a JSON string. */
  readonly content: string
  /** The published content that the draft is based on. With it, the user can continue a refused draft. */
  readonly base: { readonly revision: number; readonly content: string }
}

export const draftCommand: SharedCommand<NewDraft> = {
  kind: 'draft',
  requestOf: ({ id, payload: { pageId, content, base } }) =>
    requestTo<typeof draftRoutes.create>({
      method: 'POST',
      path: '/pages/create/draft',
      body: { PageId: pageId, draftContent: content, baseRevision: base.revision, clientId: id, location: null },
    }),
}

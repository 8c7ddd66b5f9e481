import type { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import { requestTo } from '../../platform/connection/route-request.ts'
import type { NewDraft } from './pages.payload.ts'

export const draftCommand: SharedCommand<NewDraft> = {
  kind: 'draft',
  requestOf: ({ id, payload: { pageId, content, base } }) =>
    requestTo<typeof draftRoutes.create>({
      method: 'POST',
      path: '/pages/create/draft',
      body: { PageId: pageId, draftContent: content, baseRevision: base.revision, clientId: id, location: null },
    }),
}

import type { FastifyInstance } from 'fastify'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import { createDocument, assertMayUpload } from './documents.service.ts'
import { compareDraft, discardDraft, listOwnDrafts, listPendingDrafts, submitDraft } from './drafts.service.ts'
import { WRITE_LIMITS } from './pages.routes.ts'
import { reviewDraft } from './draft-review.service.ts'

/** Uploads of one session. */
const UPLOADS_A_MINUTE = 60

export function registerDraftRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, draftRoutes.create, ({ viewer, body }) => submitDraft(deps, viewer, body), WRITE_LIMITS)
  route(app, deps, draftRoutes.review, (call) => reviewDraft(deps, auditActorOf(call), call.body), WRITE_LIMITS)
  route(app, deps, draftRoutes.discard, ({ viewer, params }) => discardDraft(deps, viewer, params.id, params.draftId))
  route(app, deps, draftRoutes.listOwn, ({ viewer, params, query }) =>
    listOwnDrafts(deps, viewer, params.id, query.cursor ?? null),
  )
  route(app, deps, draftRoutes.listPending, ({ viewer, params, query }) =>
    listPendingDrafts(deps, viewer, params.id, query.cursor ?? null),
  )
  route(app, deps, draftRoutes.compare, ({ viewer, params }) => compareDraft(deps, viewer, params.id, params.draftId))
  uploadRoute(app, deps, documentRoutes.upload, ({ viewer, files }) => createDocument(deps, viewer, files), {
    limits: [{ max: UPLOADS_A_MINUTE, by: perCaller }],
    mayUpload: ({ viewer }) => assertMayUpload(deps.db, viewer),
    maxFiles: 1,
  })
}

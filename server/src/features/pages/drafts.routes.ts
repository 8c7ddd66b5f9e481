import type { FastifyInstance } from 'fastify'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import type { Deps } from '#/deps.ts'
import { discardAfter } from '#/features/files/files.service.ts'
import { doerOf } from '#/http/authenticate.ts'
import { byCaller, type Call, route } from '#/http/route.ts'
import { receiveUpload } from '#/http/uploads.ts'
import { keepDocument, mayUpload } from './documents.service.ts'
import { compareDraft, discardDraft, listOwnDrafts, listPendingDrafts, submitDraft } from './drafts.service.ts'
import { WRITING } from './pages.routes.ts'
import { reviewDraft } from './review.service.ts'

/** Of one session. */
const UPLOADS_A_MINUTE = 60

export function registerDraftRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, draftRoutes.create, ({ viewer, body }) => submitDraft(deps, viewer, body), WRITING)
  route(app, deps, draftRoutes.review, (call) => reviewDraft(deps, doerOf(call), call.body), WRITING)
  route(app, deps, draftRoutes.discard, ({ viewer, params }) => discardDraft(deps, viewer, params.id, params.draftId))
  route(app, deps, draftRoutes.listOwn, ({ viewer, params, query }) =>
    listOwnDrafts(deps, viewer, params.id, query.cursor ?? null),
  )
  route(app, deps, draftRoutes.listPending, ({ viewer, params, query }) =>
    listPendingDrafts(deps, viewer, params.id, query.cursor ?? null),
  )
  route(app, deps, draftRoutes.compare, ({ viewer, params }) => compareDraft(deps, viewer, params.id, params.draftId))
  const uploading = { limits: [{ max: UPLOADS_A_MINUTE, by: byCaller }] }
  route(app, deps, documentRoutes.upload, (call) => upload(deps, call), uploading)
}

async function upload(deps: Deps, { viewer, request }: Call<typeof documentRoutes.upload>) {
  const { files } = await receiveUpload(deps, request, documentRoutes.upload.form, {
    mayUpload: () => mayUpload(deps.db, viewer),
    maxFiles: 1,
  })
  try {
    return await keepDocument(deps, viewer, files)
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}

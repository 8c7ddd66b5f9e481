import type { FastifyInstance } from 'fastify'
import { threadDraftRoutes } from '@noroshi/contract/messaging/thread-drafts.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import { listDrafts, setDraft } from './thread-drafts.service.ts'

/** A page stores a draft every two seconds at most. Limits the events to the other devices of a user. */
const DRAFTS_A_MINUTE = 120

export function registerThreadDraftRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, threadDraftRoutes.list, ({ viewer }) => listDrafts(deps, viewer))
  route(app, deps, threadDraftRoutes.set, ({ viewer, params, body }) => setDraft(deps, viewer, params.id, body.text), {
    limits: [{ max: DRAFTS_A_MINUTE, by: perCaller }],
  })
}

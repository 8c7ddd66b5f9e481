import type { FastifyInstance } from 'fastify'
import { anonymousAlertRoutes as routes } from '@noroshi/contract/alerts/anonymous-alerts.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import {
  countActive,
  listMuted,
  listSources,
  muteSource,
  releaseAlert,
  resolveSelected,
  unmuteSource,
} from './anonymous-alerts.service.ts'

export function registerAnonymousAlertRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, routes.sources, () => listSources(deps))
  route(app, deps, routes.count, ({ query }) => countActive(deps, query))
  route(app, deps, routes.resolve, async (call) => ({ count: await resolveSelected(deps, auditActorOf(call), call.body) }))
  route(app, deps, routes.mute, (call) => muteSource(deps, auditActorOf(call), call.params.sourceId))
  route(app, deps, routes.unmute, (call) => unmuteSource(deps, auditActorOf(call), call.params.sourceId))
  route(app, deps, routes.muted, ({ query }) => listMuted(deps, query.cursor))
  route(app, deps, routes.release, (call) => releaseAlert(deps, auditActorOf(call), call.params.id))
}

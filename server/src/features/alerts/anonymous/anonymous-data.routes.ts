import type { FastifyInstance } from 'fastify'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { deleteAlert, readAnonymousData } from './anonymous-data.service.ts'

export function registerAnonymousDataRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, anonymousDataRoutes.usage, () => readAnonymousData(deps))
  route(app, deps, anonymousDataRoutes.deleteAlert, (call) => deleteAlert(deps, auditActorOf(call), call.params.id))
}

import type { FastifyInstance } from 'fastify'
import { mapShapeRoutes } from '@noroshi/contract/community-map/map-shapes.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { changeMapShape, listMapShapes, removeMapShape } from './map-shapes.service.ts'

export function registerMapShapeRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, mapShapeRoutes.list, () => listMapShapes(deps))
  route(app, deps, mapShapeRoutes.put, (call) => changeMapShape(deps, auditActorOf(call), call.params.id, call.body))
  route(app, deps, mapShapeRoutes.remove, async (call) => ({
    ok: true as const,
    version: await removeMapShape(deps, auditActorOf(call), call.params.id),
  }))
}

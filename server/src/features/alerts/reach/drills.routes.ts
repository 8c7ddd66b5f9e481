import type { FastifyInstance } from 'fastify'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { startDrill } from './drills.service.ts'

export function registerDrillRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, drillRoutes.start, ({ viewer, request, body }) => startDrill(deps, viewer, request.ip, body))
}

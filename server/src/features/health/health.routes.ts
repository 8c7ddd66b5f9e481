import type { FastifyInstance } from 'fastify'
import { healthRoutes } from '@noroshi/contract/health/health.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { presentHealth } from './health.present.ts'
import type { Health } from './health.service.ts'

export function registerHealthRoutes(app: FastifyInstance, deps: Deps, health: Health): void {
  route(app, deps, healthRoutes.read, () => presentHealth(deps, health))
}

import type { FastifyInstance } from 'fastify'
import { healthRoutes } from '@noroshi/contract/health/health.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { addHealthMetrics } from './health-metrics.ts'
import { presentHealth } from './health.present.ts'
import type { Health } from './health.service.ts'

/** Registers the route, and what /metrics has of it. */
export function registerHealthRoutes(app: FastifyInstance, deps: Deps, health: Health): void {
  route(app, deps, healthRoutes.read, () => presentHealth(deps, health))
  const names = health.checks.map(({ name }) => name)
  deps.metrics.add((registry) => addHealthMetrics(registry, { names, known: () => health.known() }))
}

import type { FastifyInstance } from 'fastify'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { catchUp } from './events.service.ts'

export function registerEventRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, eventRoutes.since, ({ query, request }) => catchUp(deps, request.caller, query.since))
}

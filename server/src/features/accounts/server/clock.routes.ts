import type { FastifyInstance } from 'fastify'
import { clockRoutes } from '@noroshi/contract/accounts/clock.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { confirmClock, readClock } from './clock.service.ts'

export function registerClockRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, clockRoutes.read, () => readClock(deps))
  route(app, deps, clockRoutes.confirm, (call) => confirmClock(deps, auditActorOf(call)))
}

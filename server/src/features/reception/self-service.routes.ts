import type { FastifyInstance } from 'fastify'
import { selfServiceRoutes } from '@noroshi/contract/reception/self-service.http'
import type { Deps } from '#/deps.ts'
import type { RollCallWrites } from '#/features/roll-calls/roll-call-writes.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import {
  enterBySelfService,
  leaveBySelfService,
  lookAtSelfService,
  readSelfService,
  turnOffSelfService,
  turnOnSelfService,
} from './self-service.service.ts'

/** Requests of one user with a code, right or wrong. */
const OF_USER_A_MINUTE = 30
const ofUser = { limits: [{ name: 'self check-in', max: OF_USER_A_MINUTE, by: perCaller }] }

export function registerSelfServiceRoutes(app: FastifyInstance, deps: Deps, writes: RollCallWrites) {
  route(app, deps, selfServiceRoutes.read, ({ viewer, params }) => readSelfService(deps, viewer, params.placeId))
  route(app, deps, selfServiceRoutes.turnOn, (call) => turnOnSelfService(deps, auditActorOf(call), call.params.placeId))
  route(app, deps, selfServiceRoutes.turnOff, (call) => turnOffSelfService(deps, auditActorOf(call), call.params.placeId))
  route(app, deps, selfServiceRoutes.look, ({ viewer, body }) => lookAtSelfService(deps, viewer, body), ofUser)
  route(app, deps, selfServiceRoutes.enter, (call) => enterBySelfService(deps, writes, auditActorOf(call), call.body), ofUser)
  route(app, deps, selfServiceRoutes.leave, (call) => leaveBySelfService(deps, auditActorOf(call), call.body), ofUser)
}

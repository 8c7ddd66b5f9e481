import type { FastifyInstance } from 'fastify'
import { personSearchRoutes } from '@noroshi/contract/person-searches/person-searches.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import { askForPerson, passOn, readMessages, readSearches } from './person-searches.service.ts'

/** Reads of the staff, each of which is an audit entry, and its changes. */
const OF_STAFF_A_MINUTE = 240

const ofStaff = { limits: [{ name: 'messages of a shelter', max: OF_STAFF_A_MINUTE, by: perCaller }] }

export function registerPersonSearchRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, personSearchRoutes.own, ({ viewer }) => readSearches(deps, viewer))
  route(app, deps, personSearchRoutes.create, (call) => askForPerson(deps, auditActorOf(call), call.body))
  route(app, deps, personSearchRoutes.messages, (call) => readMessages(deps, auditActorOf(call), call.params.placeId), ofStaff)
  route(app, deps, personSearchRoutes.passOn, ({ viewer, params }) => passOn(deps, viewer, params), ofStaff)
}

import type { FastifyInstance } from 'fastify'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { giveRole, listStaff, removeRole } from './shelters.service.ts'

export function registerShelterStaffRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, shelterStaffRoutes.list, ({ viewer, params }) => listStaff(deps, viewer, params.placeId))
  route(app, deps, shelterStaffRoutes.set, (call) =>
    giveRole(deps, auditActorOf(call), call.params.placeId, call.params.userId, call.body.role),
  )
  route(app, deps, shelterStaffRoutes.remove, (call) =>
    removeRole(deps, auditActorOf(call), call.params.placeId, call.params.userId),
  )
}

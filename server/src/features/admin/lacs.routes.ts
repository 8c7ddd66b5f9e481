import type { FastifyInstance } from 'fastify'
import { lacsRoutes } from '@noroshi/contract/admin/lacs.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { changeLacsGroup, createLacsGroup, deleteLacsGroup, listLacsGroups } from './lacs-groups.service.ts'
import { changeLacsUnit, createLacsUnit, deleteLacsUnit, listLacsUnits } from './lacs-units.service.ts'

const done = { ok: true } as const

export function registerLacsRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, lacsRoutes.groups, () => listLacsGroups(deps))
  route(app, deps, lacsRoutes.createGroup, (call) => createLacsGroup(deps, auditActorOf(call), call.body))
  route(app, deps, lacsRoutes.updateGroup, (call) => changeLacsGroup(deps, auditActorOf(call), call.params.id, call.body))
  route(app, deps, lacsRoutes.removeGroup, async (call) => {
    await deleteLacsGroup(deps, auditActorOf(call), call.params.id)
    return done
  })
  route(app, deps, lacsRoutes.units, ({ query }) => listLacsUnits(deps, query.LacsGroupId))
  route(app, deps, lacsRoutes.createUnit, (call) => createLacsUnit(deps, auditActorOf(call), call.body))
  route(app, deps, lacsRoutes.updateUnit, (call) => changeLacsUnit(deps, auditActorOf(call), call.params.id, call.body))
  route(app, deps, lacsRoutes.removeUnit, async (call) => {
    await deleteLacsUnit(deps, auditActorOf(call), call.params.id)
    return done
  })
}

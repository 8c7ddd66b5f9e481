import type { FastifyInstance } from 'fastify'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import {
  addAlertGroupMembers,
  changeAlertGroup,
  createAlertGroup,
  deleteAlertGroup,
  listAlertGroupMembers,
  listAlertGroups,
  removeAlertGroupMembers,
} from './alert-groups-admin.service.ts'

const done = { ok: true } as const

export function registerAlertGroupRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, alertGroupRoutes.list, () => listAlertGroups(deps))
  route(app, deps, alertGroupRoutes.create, (call) => createAlertGroup(deps, auditActorOf(call), call.body))
  route(app, deps, alertGroupRoutes.update, (call) => changeAlertGroup(deps, auditActorOf(call), call.params.id, call.body))
  route(app, deps, alertGroupRoutes.remove, async (call) => {
    await deleteAlertGroup(deps, auditActorOf(call), call.params.id)
    return done
  })
  route(app, deps, alertGroupRoutes.members, ({ params, query }) =>
    listAlertGroupMembers(deps, params.id, query.name, query.cursor),
  )
  route(app, deps, alertGroupRoutes.addMembers, (call) =>
    addAlertGroupMembers(deps, auditActorOf(call), call.params.id, call.body.userIds),
  )
  route(app, deps, alertGroupRoutes.removeMembers, (call) =>
    removeAlertGroupMembers(deps, auditActorOf(call), call.params.id, call.body.userIds),
  )
}

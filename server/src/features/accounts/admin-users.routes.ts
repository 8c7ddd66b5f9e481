import type { FastifyInstance } from 'fastify'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import {
  activateUser,
  applyLimit,
  deactivateUser,
  liftLimit,
  listUsers,
  makeAdmin,
  createResetLink,
  readUser,
  removeAdmin,
  resetSecondFactor,
} from './admin-users.service.ts'
import { listSenders } from './server/senders.service.ts'

export function registerAdminUserRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, adminUserRoutes.list, ({ query }) => listUsers(deps, query))
  route(app, deps, adminUserRoutes.get, ({ params }) => readUser(deps, params.id))
  route(app, deps, adminUserRoutes.activate, (call) => activateUser(deps, auditActorOf(call), call.params.id))
  route(app, deps, adminUserRoutes.deactivate, (call) => deactivateUser(deps, auditActorOf(call), call.params.id))
  route(app, deps, adminUserRoutes.makeAdmin, (call) => makeAdmin(deps, auditActorOf(call), call.params.id))
  route(app, deps, adminUserRoutes.removeAdmin, (call) => removeAdmin(deps, auditActorOf(call), call.params.id))
  route(app, deps, adminUserRoutes.resetSecondFactor, (call) => resetSecondFactor(deps, auditActorOf(call), call.params.id))
  route(app, deps, adminUserRoutes.liftLimit, (call) => liftLimit(deps, auditActorOf(call), call.params.id))
  route(app, deps, adminUserRoutes.applyLimit, (call) => applyLimit(deps, auditActorOf(call), call.params.id))
  route(app, deps, adminUserRoutes.senders, () => listSenders(deps))
  route(app, deps, adminUserRoutes.resetLink, (call) => createResetLink(deps, auditActorOf(call), call.params.id))
}

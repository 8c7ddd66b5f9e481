import type { FastifyInstance } from 'fastify'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import type { Deps } from '#/deps.ts'
import { doerOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import {
  activateUser,
  deactivateUser,
  type FollowActivity,
  listUsers,
  makeAdmin,
  makeLinkByHand,
  readUser,
  removeAdmin,
} from './admin-users.service.ts'

export function registerAdminUserRoutes(app: FastifyInstance, deps: Deps, follow: FollowActivity) {
  route(app, deps, adminUserRoutes.list, ({ query }) => listUsers(deps, query))
  route(app, deps, adminUserRoutes.get, ({ params }) => readUser(deps, params.id))
  route(app, deps, adminUserRoutes.activate, (call) => activateUser(deps, follow, doerOf(call), call.params.id))
  route(app, deps, adminUserRoutes.deactivate, (call) => deactivateUser(deps, follow, doerOf(call), call.params.id))
  route(app, deps, adminUserRoutes.makeAdmin, (call) => makeAdmin(deps, doerOf(call), call.params.id))
  route(app, deps, adminUserRoutes.removeAdmin, (call) => removeAdmin(deps, doerOf(call), call.params.id))
  route(app, deps, adminUserRoutes.resetLink, (call) => makeLinkByHand(deps, doerOf(call), call.params.id))
}

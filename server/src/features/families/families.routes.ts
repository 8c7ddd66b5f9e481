import type { FastifyInstance } from 'fastify'
import { familyRoutes } from '@noroshi/contract/families/families.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { accept, invite, readFamily, removeLink } from './families.service.ts'

export function registerFamilyRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, familyRoutes.own, ({ viewer }) => readFamily(deps, viewer))
  route(app, deps, familyRoutes.invite, ({ viewer, body }) => invite(deps, viewer, body.userId))
  route(app, deps, familyRoutes.accept, ({ viewer, params }) => accept(deps, viewer, params.id))
  route(app, deps, familyRoutes.remove, ({ viewer, params }) => removeLink(deps, viewer, params.id))
}

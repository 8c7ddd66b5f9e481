import type { FastifyInstance } from 'fastify'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { changeDependant, changeOwnDetails, createDependant, readOwnHousehold, removeDependant } from './dependants.service.ts'

export function registerDependantRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, dependantRoutes.own, ({ viewer }) => readOwnHousehold(deps, viewer))
  route(app, deps, dependantRoutes.setDetails, ({ viewer, body }) => changeOwnDetails(deps, viewer, body))
  route(app, deps, dependantRoutes.create, async ({ viewer, body, reply }) => {
    const { dependant, isRepeated } = await createDependant(deps, viewer, body)
    if (isRepeated) reply.status(200)
    return dependant
  })
  route(app, deps, dependantRoutes.update, ({ viewer, params, body }) => changeDependant(deps, viewer, params.id, body))
  route(app, deps, dependantRoutes.remove, ({ viewer, params }) => removeDependant(deps, viewer, params.id))
}

import type { FastifyInstance } from 'fastify'
import { needRoutes } from '@noroshi/contract/needs/needs.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import {
  changeNeed,
  claimNeed,
  createNeed,
  finishNeed,
  listNeeds,
  prolongNeed,
  releaseNeed,
  removeNeed,
} from './needs.service.ts'

export function registerNeedRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, needRoutes.list, ({ viewer }) => listNeeds(deps, viewer))
  route(app, deps, needRoutes.create, async (call) => {
    const { need, isRepeated } = await createNeed(deps, call.viewer, call.body)
    if (isRepeated) call.reply.status(200)
    return need
  })
  route(app, deps, needRoutes.update, ({ viewer, params, body }) => changeNeed(deps, viewer, params.id, body))
  route(app, deps, needRoutes.claim, ({ viewer, params }) => claimNeed(deps, viewer, params.id))
  route(app, deps, needRoutes.release, ({ viewer, params }) => releaseNeed(deps, viewer, params.id))
  route(app, deps, needRoutes.finish, ({ viewer, params }) => finishNeed(deps, viewer, params.id))
  route(app, deps, needRoutes.prolong, ({ viewer, params }) => prolongNeed(deps, viewer, params.id))
  route(app, deps, needRoutes.remove, async ({ viewer, params }) => ({
    ok: true as const,
    version: await removeNeed(deps, viewer, params.id),
  }))
}

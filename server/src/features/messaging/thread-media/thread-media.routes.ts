import type { FastifyInstance } from 'fastify'
import { threadMediaRoutes } from '@noroshi/contract/messaging/thread-media.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import { listMedia } from './thread-media.service.ts'

/** Pages of one user. */
const PAGES_A_MINUTE = 240

export function registerThreadMediaRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, threadMediaRoutes.list, ({ viewer, params, query }) => listMedia(deps, viewer, params.id, query), {
    limits: [{ max: PAGES_A_MINUTE, by: perCaller }],
  })
}

import type { FastifyInstance } from 'fastify'
import { handsFreeRoutes } from '@noroshi/contract/hands-free/hands-free.http'
import type { Deps } from '#/deps.ts'
import { assertNamesCaller } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import { understandCommand } from './spoken-commands.service.ts'

/** Commands of one user. Each reads the names of the caller's contacts. */
const COMMANDS_A_MINUTE = 60

export function registerHandsFreeRoutes(app: FastifyInstance, deps: Deps) {
  route(
    app,
    deps,
    handsFreeRoutes.understand,
    async ({ viewer, body, request }) => {
      assertNamesCaller(request, body)
      return understandCommand(deps, viewer, body.language, body.text)
    },
    { limits: [{ max: COMMANDS_A_MINUTE, by: perCaller }] },
  )
}

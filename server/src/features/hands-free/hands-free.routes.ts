import type { FastifyInstance } from 'fastify'
import { handsFreeRoutes } from '@noroshi/contract/hands-free/hands-free.http'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { perCaller, route } from '#/http/route.ts'
import { understandCommand } from './spoken-commands.service.ts'

/** Commands of one session. Each reads the names of the caller's contacts. */
const COMMANDS_A_MINUTE = 60

export function registerHandsFreeRoutes(app: FastifyInstance, deps: Deps) {
  route(
    app,
    deps,
    handsFreeRoutes.understand,
    async ({ viewer, body: { UserId, language, text } }) => {
      if (UserId !== undefined && UserId !== viewer.id) throw new AppError('forbidden')
      return understandCommand(deps, viewer, language, text)
    },
    { limits: [{ max: COMMANDS_A_MINUTE, by: perCaller }] },
  )
}

import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import type { Deps } from '#/deps.ts'
import { perAddress, route } from '#/http/route.ts'
import { login } from '../sessions/login.service.ts'
import { allowsForgottenPassword, requestPasswordReset, resetPassword } from './passwords.service.ts'
import { endOwnSession, listSessions } from '../sessions/sessions.service.ts'

/** Max sign-ins a minute for each address, including successful ones. */
const LOGINS_A_MINUTE = 120
/** Max requests for a reset mail a minute for each address. A shelter has one address. */
const FORGOTTEN_A_MINUTE = 20
/** Max password resets a minute for each address. Tokens cannot be guessed, but each hash takes a core. */
const RESETS_A_MINUTE = 20

const done = { ok: true } as const

/** Registers the routes for sign-in, password resets and sessions. */
export function registerPasswordRoutes(app: FastifyInstance, deps: Deps) {
  const loginLimits = { limits: [{ max: LOGINS_A_MINUTE, by: perAddress }] }
  route(
    app,
    deps,
    accountRoutes.login,
    async ({ body, request }) => {
      const device = { userAgent: request.headers['user-agent'] ?? '', deviceId: body.deviceId, ip: request.ip }
      return { accessToken: await login(deps, body, device) }
    },
    loginLimits,
  )

  route(app, deps, accountRoutes.allowsForgottenPassword, async () => ({ isAllowed: await allowsForgottenPassword(deps) }))
  const forgottenLimits = { limits: [{ max: FORGOTTEN_A_MINUTE, by: perAddress }] }
  route(
    app,
    deps,
    passwordRoutes.forgotten,
    async ({ body, request }) => {
      await requestPasswordReset(deps, body.email, request.ip)
      return done
    },
    forgottenLimits,
  )
  const resetLimits = { limits: [{ max: RESETS_A_MINUTE, by: perAddress }] }
  const reset = passwordRoutes.reset
  route(
    app,
    deps,
    reset,
    async ({ body, request }) => {
      await resetPassword(deps, body.token, body.password, request.ip)
      return done
    },
    resetLimits,
  )

  route(app, deps, sessionRoutes.list, async ({ viewer }) => ({ items: await listSessions(deps, viewer) }))
  route(app, deps, sessionRoutes.end, async ({ viewer, params }) => {
    await endOwnSession(deps, viewer, params.id)
    return done
  })
}

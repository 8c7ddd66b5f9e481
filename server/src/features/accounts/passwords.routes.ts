import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import type { Deps } from '#/deps.ts'
import { byAddress, route } from '#/http/route.ts'
import { login, loginTries } from './login.service.ts'
import { allowsForgottenPassword, forgetPassword, resetPassword, resetMailTries } from './passwords.service.ts'
import { endOwnSession, listSessions } from './sessions.service.ts'

/** Tries a minute of one address at all accounts, right ones included. */
const LOGINS_A_MINUTE = 120
/** Tokens a minute that one address may try: none can be guessed, and a hash costs time. */
const RESETS_A_MINUTE = 20

const done = { ok: true } as const

/** How one gets in, and out again: passwords and sessions. */
export function registerPasswordRoutes(app: FastifyInstance, deps: Deps) {
  const wrong = loginTries(deps)
  const signingIn = { limits: [{ max: LOGINS_A_MINUTE, by: byAddress }] }
  route(
    app,
    deps,
    accountRoutes.login,
    async ({ body, request }) => {
      const device = { userAgent: request.headers['user-agent'] ?? '', ip: request.ip }
      return { accessToken: await login(deps, wrong, body, device) }
    },
    signingIn,
  )

  route(app, deps, accountRoutes.allowsForgottenPassword, async () => ({ isAllowed: await allowsForgottenPassword(deps) }))
  const mails = resetMailTries(deps)
  route(app, deps, passwordRoutes.forgotten, async ({ body, request }) => {
    await forgetPassword(deps, mails, body.email, request.ip)
    return done
  })
  const resetting = { limits: [{ max: RESETS_A_MINUTE, by: byAddress }] }
  const reset = passwordRoutes.reset
  route(
    app,
    deps,
    reset,
    async ({ body, request }) => {
      await resetPassword(deps, body.token, body.password, request.ip)
      return done
    },
    resetting,
  )

  route(app, deps, sessionRoutes.list, async ({ viewer }) => ({ items: await listSessions(deps, viewer) }))
  route(app, deps, sessionRoutes.end, async ({ viewer, params }) => {
    await endOwnSession(deps, viewer, params.id)
    return done
  })
}

import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { login, loginTries } from './login.service.ts'
import { allowsForgottenPassword, forgetPassword, resetPassword, resetMailTries } from './passwords.service.ts'
import { endOwnSession, listSessions } from './sessions.service.ts'

/** Tokens a minute that one address may try: none can be guessed, and a hash costs time. */
const RESETS_A_MINUTE = 20

const done = { ok: true } as const

/** How one gets in, and out again: passwords and sessions. */
export function registerPasswordRoutes(app: FastifyInstance, deps: Deps) {
  const wrong = loginTries(deps)
  route(app, deps, accountRoutes.login, async ({ body, request }) => {
    const device = { userAgent: request.headers['user-agent'] ?? '', ip: request.ip }
    return { accessToken: await login(deps, wrong, body, device) }
  })

  route(app, deps, accountRoutes.allowsForgottenPassword, async () => ({ isAllowed: await allowsForgottenPassword(deps) }))
  const mails = resetMailTries(deps)
  route(app, deps, passwordRoutes.forgotten, async ({ body, request }) => {
    await forgetPassword(deps, mails, body.email, request.ip)
    return done
  })
  const resetting = { limit: { max: RESETS_A_MINUTE } }
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

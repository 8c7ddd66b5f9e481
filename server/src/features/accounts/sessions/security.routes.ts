import type { FastifyInstance } from 'fastify'
import { emailRoutes } from '@noroshi/contract/accounts/email.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { secondFactorRoutes } from '@noroshi/contract/accounts/second-factor.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perAddress, perCaller, route } from '#/http/route.ts'
import { changeOwnEmail, confirmEmail } from '../people/email.service.ts'
import { changeOwnPassword } from '../passwords/own-password.service.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.service.ts'

/** Max requests a minute with the current password for each user. Each hash takes a core. */
const PASSWORD_CHECKS_A_MINUTE = 20
/** Max confirmations of an email a minute for each address. */
const CONFIRMATIONS_A_MINUTE = 20

const done = { ok: true } as const

/** Registers the routes for the user's own password, email and second factor. */
export function registerSecurityRoutes(app: FastifyInstance, deps: Deps) {
  const options = { limits: [{ max: PASSWORD_CHECKS_A_MINUTE, by: perCaller }] }
  const changePassword = passwordRoutes.change
  route(
    app,
    deps,
    changePassword,
    async (call) => {
      await changeOwnPassword(deps, auditActorOf(call), call.body)
      return done
    },
    options,
  )
  route(app, deps, emailRoutes.change, (call) => changeOwnEmail(deps, auditActorOf(call), call.body), options)
  route(
    app,
    deps,
    emailRoutes.confirm,
    async ({ body, request }) => {
      await confirmEmail(deps, body.token, request.ip)
      return done
    },
    { limits: [{ max: CONFIRMATIONS_A_MINUTE, by: perAddress }] },
  )
  registerSecondFactorRoutes(app, deps, options)
}

function registerSecondFactorRoutes(app: FastifyInstance, deps: Deps, options: Parameters<typeof route>[4]) {
  const { read, begin, confirm, renewRecoveryCodes: renew, remove } = secondFactorRoutes
  route(app, deps, read, ({ viewer }) => readSecondFactor(deps, viewer))
  route(
    app,
    deps,
    begin,
    ({ viewer, body, reply }) => {
      reply.header('cache-control', 'no-store')
      return beginSecondFactor(deps, viewer, body.currentPassword)
    },
    options,
  )
  route(app, deps, confirm, async (call) => {
    call.reply.header('cache-control', 'no-store')
    return { recoveryCodes: await confirmSecondFactor(deps, auditActorOf(call), call.body.code) }
  })
  route(
    app,
    deps,
    renew,
    async (call) => {
      call.reply.header('cache-control', 'no-store')
      return { recoveryCodes: await renewRecoveryCodes(deps, auditActorOf(call), call.body.currentPassword) }
    },
    options,
  )
  route(
    app,
    deps,
    remove,
    async (call) => {
      await removeSecondFactor(deps, auditActorOf(call), call.body)
      return done
    },
    options,
  )
}

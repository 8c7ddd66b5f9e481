import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Deps } from '#/deps.ts'
import { grantMedia } from '#/features/files/files.service.ts'
import { languageOf } from '#/http/errors.ts'
import { byAddress, route } from '#/http/route.ts'
import { changeLanguage, chooseSharing, login, logout, readMe, register } from './accounts.service.ts'
import { positionsAround, sharePosition } from './positions.service.ts'
import { checkInternet, describeUnit } from './unit.service.ts'

/** Tries a minute of one address at one account, of one address at all accounts, and registrations of one address. */
const LOGINS_A_MINUTE = 20
const LOGINS_OF_ADDRESS_A_MINUTE = 120
const REGISTRATIONS_A_MINUTE = 60

const done = { ok: true } as const

export function registerAccountRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, accountRoutes.unit, () => describeUnit(deps))
  route(app, deps, accountRoutes.allowsForgottenPassword, async () => ({ isAllowed: false }))
  route(app, deps, accountRoutes.checkInternet, async () => ({ isOnline: await checkInternet(deps) }))

  const registering = { limits: [{ max: REGISTRATIONS_A_MINUTE, by: byAddress }] }
  route(
    app,
    deps,
    accountRoutes.register,
    ({ body, request }) => register(deps, body, languageOf(request.headers['accept-language'])),
    registering,
  )
  const signingIn = {
    limits: [
      { max: LOGINS_OF_ADDRESS_A_MINUTE, by: byAddress },
      { max: LOGINS_A_MINUTE, by: addressAndAccount },
    ],
  }
  route(
    app,
    deps,
    accountRoutes.login,
    async ({ body, request }) => ({ accessToken: await login(deps, body, request.headers['user-agent'] ?? '') }),
    signingIn,
  )
  route(app, deps, accountRoutes.logout, async ({ viewer, body }) => {
    await logout(deps, viewer, body.location)
    return done
  })
  route(app, deps, accountRoutes.me, async ({ viewer, request, reply }) => {
    await grantMedia(deps, request, reply, { sessionId: viewer.sessionId })
    return readMe(deps, viewer)
  })
  route(app, deps, accountRoutes.changeLanguage, ({ viewer, body }) => changeLanguage(deps, viewer, body.language))
  route(app, deps, accountRoutes.chooseSharing, ({ viewer, body }) => chooseSharing(deps, viewer, body.mode))
  route(app, deps, accountRoutes.shareLocation, async ({ viewer, body }) => ({
    isShared: await sharePosition(deps, viewer, body),
  }))
  route(app, deps, accountRoutes.positions, async ({ viewer }) => ({ items: await positionsAround(deps, viewer) }))
}

function addressAndAccount(request: FastifyRequest): string {
  const body = request.body
  const email = typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string' ? body.email : ''
  return `${request.ip} ${email.trim().toLowerCase().slice(0, 254)}`
}

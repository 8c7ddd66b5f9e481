import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Deps } from '#/deps.ts'
import { grantMedia } from '#/features/files/files.service.ts'
import { languageOf } from '#/http/errors.ts'
import { byAddress, route } from '#/http/route.ts'
import { changeLanguage, chooseSharing, logout, readMe, register } from './accounts.service.ts'
import { positionsMap } from './positions-map.service.ts'
import { sharePosition } from './positions.service.ts'
import { checkInternet, describeUnit } from './unit.service.ts'

/** Registrations a minute of one address. */
const REGISTRATIONS_A_MINUTE = 60

const done = { ok: true } as const

export function registerAccountRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, accountRoutes.unit, () => describeUnit(deps))
  route(app, deps, accountRoutes.checkInternet, async () => ({ isOnline: await checkInternet(deps) }))

  const registering = { limits: [{ max: REGISTRATIONS_A_MINUTE, by: byAddress }] }
  route(
    app,
    deps,
    accountRoutes.register,
    ({ body, request }) => register(deps, body, { language: languageOf(request.headers['accept-language']), ip: request.ip }),
    registering,
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
  const map = positionsMap(deps)
  route(app, deps, accountRoutes.positions, ({ viewer }) => map(viewer))
}

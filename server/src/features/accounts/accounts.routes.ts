import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Deps } from '#/deps.ts'
import { clearMedia, grantMedia } from '#/features/files/files.service.ts'
import { languageOf } from '#/http/errors.ts'
import { perAddress, route } from '#/http/route.ts'
import { changeLanguage, endSessionOfToken, logout, readMe, register, setLocationSharing } from './accounts.service.ts'
import { createLocationsMap } from './people/user-locations-map.service.ts'
import { shareLocation } from './people/user-locations.service.ts'
import { setQuietHours } from './quiet-hours.service.ts'
import { checkInternet, describeUnit } from './server/unit.service.ts'

/** Max registrations a minute for each address. */
const REGISTRATIONS_A_MINUTE = 60
/** Max late sign-outs a minute for each address. */
const SIGN_OUTS_A_MINUTE = 60

const done = { ok: true } as const

export function registerAccountRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, accountRoutes.unit, () => describeUnit(deps))
  route(app, deps, accountRoutes.checkInternet, async () => ({ isOnline: await checkInternet(deps) }))

  const registrationLimits = { limits: [{ max: REGISTRATIONS_A_MINUTE, by: perAddress }] }
  route(
    app,
    deps,
    accountRoutes.register,
    ({ body, request }) => register(deps, body, { language: languageOf(request.headers['accept-language']), ip: request.ip }),
    registrationLimits,
  )
  route(app, deps, accountRoutes.logout, async ({ viewer, request, reply }) => {
    await logout(deps, viewer)
    await clearMedia(deps, request, reply)
    return done
  })
  route(
    app,
    deps,
    accountRoutes.signOut,
    async ({ body, request, reply }) => {
      await endSessionOfToken(deps, body.accessToken)
      await clearMedia(deps, request, reply)
      return done
    },
    { limits: [{ max: SIGN_OUTS_A_MINUTE, by: perAddress }] },
  )
  route(app, deps, accountRoutes.me, async ({ viewer, request, reply }) => {
    await grantMedia(deps, request, reply, { sessionId: viewer.sessionId })
    return readMe(deps, viewer)
  })
  route(app, deps, accountRoutes.changeLanguage, ({ viewer, body }) => changeLanguage(deps, viewer, body.language))
  route(app, deps, accountRoutes.chooseSharing, ({ viewer, body }) => setLocationSharing(deps, viewer, body.mode))
  route(app, deps, accountRoutes.setQuietHours, ({ viewer, body }) => setQuietHours(deps, viewer, body.quietHours))
  route(app, deps, accountRoutes.shareLocation, async ({ viewer, body }) => ({
    isShared: await shareLocation(deps, viewer, body),
  }))
  const readMap = createLocationsMap(deps)
  route(app, deps, accountRoutes.positions, ({ viewer }) => readMap(viewer))
}

import type { FastifyInstance } from 'fastify'
import { sirenRoutes } from '@noroshi/contract/siren/siren.http'
import { sirenScreenRoutes } from '@noroshi/contract/siren/siren-screens.http'
import type { Deps } from '#/deps.ts'
import type { SpeakAlarm } from '#/features/messaging/read-aloud/read-aloud.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perAddress, perScreen, route } from '#/http/route.ts'
import { createSirenScreen, listSirenScreens, revokeSirenScreen } from './siren-screens.service.ts'
import { speakSirenAlert } from './siren-speech.service.ts'
import { pairScreen, sirenState } from './siren.service.ts'

/** Limits the codes that one address may try. A code has 50 bits (decisions/0141). */
const CODES_A_MINUTE = 10
/** Limits the announcements of one screen, which speaks one alert after the other. */
const SPOKEN_A_MINUTE = 30

export function registerSirenRoutes(app: FastifyInstance, deps: Deps, speakAlarm: SpeakAlarm) {
  const pairLimits = { limits: [{ max: CODES_A_MINUTE, by: perAddress }] }
  route(app, deps, sirenRoutes.pair, ({ body, request }) => pairScreen(deps, body, request.ip), pairLimits)
  route(app, deps, sirenRoutes.state, ({ screen }) => sirenState(deps, screen))
  const speechLimits = { limits: [{ max: SPOKEN_A_MINUTE, by: perScreen }] }
  route(
    app,
    deps,
    sirenRoutes.speak,
    ({ screen, params, query }) => speakSirenAlert(deps, speakAlarm, screen, { ...params, ...query }),
    speechLimits,
  )
  route(app, deps, sirenScreenRoutes.list, () => listSirenScreens(deps))
  route(app, deps, sirenScreenRoutes.create, (call) => createSirenScreen(deps, auditActorOf(call), call.body))
  route(app, deps, sirenScreenRoutes.revoke, async (call) => {
    await revokeSirenScreen(deps, auditActorOf(call), call.params.id)
    return { ok: true } as const
  })
}

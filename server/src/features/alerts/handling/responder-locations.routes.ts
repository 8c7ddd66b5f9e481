import type { FastifyInstance } from 'fastify'
import { responderLocationRoutes } from '@noroshi/contract/alerts/responder-locations.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import { chooseForAlert, listOwnChoices, reportForAlerts } from './responder-locations.service.ts'

/** Max choices a minute of each user. */
const CHOICES_A_MINUTE = 60
/** Max reports a minute of each user: two a minute of each device. */
const REPORTS_A_MINUTE = 60

export function registerResponderLocationRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, responderLocationRoutes.own, ({ viewer }) => listOwnChoices(deps, viewer))
  route(
    app,
    deps,
    responderLocationRoutes.choose,
    ({ viewer, params, body }) => chooseForAlert(deps, viewer, params.id, body.isShared),
    { limits: [{ name: 'choices about locations', max: CHOICES_A_MINUTE, by: perCaller }] },
  )
  route(app, deps, responderLocationRoutes.report, ({ viewer, body }) => reportForAlerts(deps, viewer, body), {
    limits: [{ name: 'locations of responders', max: REPORTS_A_MINUTE, by: perCaller }],
  })
}

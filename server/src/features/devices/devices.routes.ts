import type { FastifyInstance } from 'fastify'
import { deviceRoutes } from '@noroshi/contract/devices/devices.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import { listReadiness, reportDevice } from './devices.service.ts'

const REPORTS_A_MINUTE = 30

export function registerDeviceRoutes(app: FastifyInstance, deps: Deps) {
  const limits = [{ max: REPORTS_A_MINUTE, by: perCaller }]
  route(app, deps, deviceRoutes.report, ({ viewer, body }) => reportDevice(deps, viewer, body), { limits })
  route(app, deps, deviceRoutes.readiness, ({ query }) => listReadiness(deps, query))
}

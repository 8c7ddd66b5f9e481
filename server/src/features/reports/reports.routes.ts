import type { FastifyInstance } from 'fastify'
import { adminReportRoutes, reportRoutes } from '@noroshi/contract/reports/reports.http'
import type { Deps } from '#/deps.ts'
import type { ChangePorts } from '#/features/messaging/changes/message-changes.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import { countReports, finishReport, listOwnReports, listReports, reportMessage, reportPerson } from './reports.service.ts'

/** Reports of one user. */
const REPORTS_A_MINUTE = 10

const limits = { limits: [{ name: 'reports', max: REPORTS_A_MINUTE, by: perCaller }] }
const done = { ok: true } as const

export function registerReportRoutes(app: FastifyInstance, deps: Deps, ports: ChangePorts) {
  route(
    app,
    deps,
    reportRoutes.message,
    async ({ viewer, params, body }) => {
      await reportMessage(deps, ports, viewer, params.id, body.reason)
      return done
    },
    limits,
  )
  route(
    app,
    deps,
    reportRoutes.person,
    async ({ viewer, params, body }) => {
      await reportPerson(deps, viewer, params.id, body.reason)
      return done
    },
    limits,
  )
  route(app, deps, reportRoutes.mine, ({ viewer }) => listOwnReports(deps, viewer))
  route(app, deps, adminReportRoutes.list, ({ query }) => listReports(deps, query))
  route(app, deps, adminReportRoutes.count, () => countReports(deps))
  route(app, deps, adminReportRoutes.done, (call) => finishReport(deps, auditActorOf(call), call.params.id, call.body.note))
}

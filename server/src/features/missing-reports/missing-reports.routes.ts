import type { FastifyInstance } from 'fastify'
import { missingReportRoutes } from '@noroshi/contract/missing-reports/missing-reports.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import { decideReport, listOwnReports, listReports, reportMissing, withdrawReport } from './missing-reports.service.ts'

/** Reads and decisions of the staff, each of which is an audit entry. */
const OF_STAFF_A_MINUTE = 240
const ofStaff = { limits: [{ name: 'missing-person reports of all', max: OF_STAFF_A_MINUTE, by: perCaller }] }

export function registerMissingReportRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, missingReportRoutes.own, ({ viewer }) => listOwnReports(deps, viewer))
  uploadRoute(
    app,
    deps,
    missingReportRoutes.create,
    async (call) => {
      const { report, isRepeated } = await reportMissing(deps, auditActorOf(call), call.form, call.files)
      if (isRepeated) call.reply.status(200)
      return report
    },
    { maxFiles: 1 },
  )
  route(app, deps, missingReportRoutes.withdraw, (call) => withdrawReport(deps, auditActorOf(call), call.params.id))
  route(app, deps, missingReportRoutes.list, (call) => listReports(deps, auditActorOf(call), call.query), ofStaff)
  route(
    app,
    deps,
    missingReportRoutes.decide,
    (call) => decideReport(deps, auditActorOf(call), call.params.id, call.body),
    ofStaff,
  )
}

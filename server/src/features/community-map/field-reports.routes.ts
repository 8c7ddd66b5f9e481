import type { FastifyInstance } from 'fastify'
import { fieldReportRoutes } from '@noroshi/contract/community-map/field-reports.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import {
  answerFieldReport,
  createFieldReport,
  fieldReportDetail,
  listFieldReports,
  removeFieldReport,
} from './field-reports.service.ts'

export function registerFieldReportRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, fieldReportRoutes.list, ({ query }) => listFieldReports(deps, query))
  route(app, deps, fieldReportRoutes.detail, ({ viewer, params }) => fieldReportDetail(deps, viewer, params.id))
  route(app, deps, fieldReportRoutes.create, async (call) => {
    const { report, isRepeated } = await createFieldReport(deps, call.viewer, call.body)
    if (isRepeated) call.reply.status(200)
    return report
  })
  route(app, deps, fieldReportRoutes.answer, async ({ viewer, params, body }) => {
    await answerFieldReport(deps, viewer, params.id, body)
    return { ok: true as const }
  })
  route(app, deps, fieldReportRoutes.remove, async (call) => ({
    ok: true as const,
    version: await removeFieldReport(deps, auditActorOf(call), call.params.id),
  }))
}

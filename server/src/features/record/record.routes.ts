import type { FastifyInstance } from 'fastify'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import { listHeads } from './heads.service.ts'
import { exportAuditRecord, exportRecord, readTimeline } from './record.service.ts'

/** Parts of exports of one administrator, each with 1000 entries. */
const exports = { limits: [{ name: 'record exports', max: 240, by: perCaller }] }

export function registerRecordRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, recordRoutes.timeline, ({ viewer, params, query }) => readTimeline(deps, viewer, params.id, query.cursor))
  route(app, deps, recordRoutes.export, (call) => exportRecord(deps, auditActorOf(call), call.params.id, call.query), exports)
  route(app, deps, recordRoutes.exportAudit, (call) => exportAuditRecord(deps, auditActorOf(call), call.query), exports)
  route(app, deps, recordRoutes.heads, ({ query }) => listHeads(deps, query.cursor))
}

import type { FastifyInstance } from 'fastify'
import { retentionRoutes } from '@noroshi/contract/admin/retention.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { changeRetention, previewRetention, readRetention } from './retention.service.ts'

export function registerRetentionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, retentionRoutes.read, () => readRetention(deps))
  route(app, deps, retentionRoutes.change, (call) => changeRetention(deps, auditActorOf(call), call.body))
  route(app, deps, retentionRoutes.preview, ({ body }) => previewRetention(deps, body))
}

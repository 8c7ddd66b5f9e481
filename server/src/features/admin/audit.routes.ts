import type { FastifyInstance } from 'fastify'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { listAudit } from './audit.service.ts'

export function registerAuditRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, auditRoutes.list, ({ query }) => listAudit(deps, query))
}

import type { FastifyInstance } from 'fastify'
import { storageRoutes } from '@noroshi/contract/admin/storage.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { countStorageNow, readStorageUsage } from './storage-usage.service.ts'

export function registerStorageUsageRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, storageRoutes.read, () => readStorageUsage(deps))
  route(app, deps, storageRoutes.count, () => countStorageNow(deps))
}

import type { FastifyInstance } from 'fastify'
import { diskRoutes } from '@noroshi/contract/accounts/disk.http'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'

export function registerDiskRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, diskRoutes.read, async () => {
    const { level, freeBytes } = deps.disk
    return { level, freeMb: Number.isFinite(freeBytes) ? Math.floor(freeBytes / BYTES_PER_MB) : null }
  })
}

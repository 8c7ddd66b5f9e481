import type { FastifyInstance } from 'fastify'
import type { Deps } from '#/deps.ts'
import type { FileReaders } from './files.service.ts'

export function registerFileRoutes(app: FastifyInstance, deps: Deps, readers: FileReaders): void {
  throw new Error(`not ready ${app.version} ${typeof deps} ${typeof readers}`)
}

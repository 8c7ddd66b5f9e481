import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from './errors.ts'

/**
 * Registers `/livez` (the process replies), `/readyz` (the database replies too; also on a full disk, since an SOS is accepted
 * there) and `/metrics`. Metrics require their own token, never a network address.
 */
export function registerHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await sql`SELECT 1`.execute(deps.db).catch((error: unknown) => {
      if (!isConnectionLost(error)) deps.logError(error)
      throw new AppError('unavailable') // a load balancer then sends no requests to this process
    })
    return { ok: true, disk: deps.disk.level }
  })
  const token = deps.config.metricsToken
  if (token === null) return
  deps.metrics.watchProcess()
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${token}`)) throw new AppError('notFound')
    return reply.type(deps.metrics.contentType).send(await deps.metrics.text())
  })
}

/** Compares in constant time. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

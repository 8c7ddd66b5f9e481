import type { FastifyInstance } from 'fastify'
import type { Config } from '#/config.ts'

/** Once, before any route. */
export async function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'https' | 'tileUrl'>): Promise<void> {
  throw new Error(`not ready: ${app.version} ${typeof config}`)
}

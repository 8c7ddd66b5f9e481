import type { FastifyInstance } from 'fastify'
import type { Deps } from '#/deps.ts'

/** The web, the map's archives and fonts, and the answer to every address that nothing else serves (the app's not-found handler). */
export async function registerStaticFiles(app: FastifyInstance, deps: Pick<Deps, 'config'>): Promise<void> {
  throw new Error(`not ready: ${app.version} ${typeof deps}`)
}

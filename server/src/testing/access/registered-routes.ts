import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { startTestServer } from '../test-server.ts'

const CHANNEL = 'fastify.initialization'

/**
 * Returns every route that the application registers, as 'METHOD /path', also routes that the contract does not contain.
 * @param isListed limits the list to some routes
 */
export async function registeredRoutes(
  environment: Record<string, string> = {},
  isListed: (route: RouteOptions) => boolean = () => true,
): Promise<string[]> {
  const routes: string[] = []
  const addRouteHook = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance } // Fastify publishes this shape on the channel
    fastify.addHook('onRoute', (route) => {
      if (isListed(route)) routes.push(...[route.method].flat().map((method) => `${method} ${route.url}`))
    })
  }
  subscribe(CHANNEL, addRouteHook)
  try {
    await using noroshi = await startTestServer(environment)
    void noroshi
  } finally {
    unsubscribe(CHANNEL, addRouteHook)
  }
  return routes
}

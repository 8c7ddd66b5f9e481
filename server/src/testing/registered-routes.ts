import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { startTestServer } from './test-server.ts'

const CHANNEL = 'fastify.initialization'

/** Returns every route that the application registers, as 'METHOD /path', also routes that the contract does not contain. */
export async function registeredRoutes(environment: Record<string, string> = {}): Promise<string[]> {
  const routes: string[] = []
  const addRouteHook = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance } // Fastify publishes this shape on the channel
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
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

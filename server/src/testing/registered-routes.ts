import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { unit } from './unit.ts'

const CHANNEL = 'fastify.initialization'

/** Every route that the app registers, as 'METHOD /path': what is reachable, whether or not the contract names it. */
export async function registeredRoutes(environment: Record<string, string> = {}): Promise<string[]> {
  const routes: string[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance } // what Fastify publishes on this channel
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
  }
  subscribe(CHANNEL, watch)
  try {
    await using noroshi = await unit(environment)
    void noroshi
  } finally {
    unsubscribe(CHANNEL, watch)
  }
  return routes
}

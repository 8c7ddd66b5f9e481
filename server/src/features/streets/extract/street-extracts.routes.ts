import type { FastifyInstance } from 'fastify'
import { streetExtractRoutes } from '@noroshi/contract/streets/street-extracts.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import type { StreetExtracts } from './street-extracts.service.ts'

export function registerStreetExtractRoutes(app: FastifyInstance, deps: Deps, extracts: StreetExtracts): void {
  route(app, deps, streetExtractRoutes.read, () => extracts.read())
  route(app, deps, streetExtractRoutes.measure, async (call) => {
    const cancelled = new AbortController()
    call.reply.raw.on('close', () => cancelled.abort())
    return { bytes: await extracts.measure(call.body.area, cancelled.signal) }
  })
  route(app, deps, streetExtractRoutes.start, (call) => extracts.start(auditActorOf(call), call.body.area))
  route(app, deps, streetExtractRoutes.retry, () => extracts.retry())
  route(app, deps, streetExtractRoutes.cancel, async () => {
    await extracts.cancel()
    return { ok: true } as const
  })
  app.addHook('preClose', () => extracts.close())
}

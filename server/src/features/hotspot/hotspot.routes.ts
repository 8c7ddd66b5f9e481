import type { FastifyInstance } from 'fastify'
import { hotspotRoutes } from '@noroshi/contract/hotspot/hotspot.http'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { perAddress, route } from '#/http/route.ts'
import { readManifest } from '#/hotspot/hotspot-manifest.ts'
import { answerChecks } from './answer-checks.ts'
import { Hotspot } from './hotspot.service.ts'

/** Max requests a minute of one address. */
const CONTINUES_A_MINUTE = 10

const done = { ok: true } as const

export function registerHotspotRoutes(app: FastifyInstance, deps: Deps) {
  const hotspot = new Hotspot(deps)
  if (hotspot.isOn) answerChecks(app.server, hotspot)
  route(app, deps, hotspotRoutes.read, async ({ request: { ip } }) => ({
    hotspot: hotspot.includes(ip) ? { isWaiting: hotspot.isWaiting(ip) } : null,
  }))
  route(app, deps, hotspotRoutes.wifi, async () => ({ wifi: (await readManifest())?.wifi ?? null }))
  route(
    app,
    deps,
    hotspotRoutes.continue,
    async ({ request: { ip } }) => {
      if (!hotspot.includes(ip)) throw new AppError('notFound')
      hotspot.continueAt(ip)
      return done
    },
    { limits: [{ max: CONTINUES_A_MINUTE, by: perAddress }] },
  )
}

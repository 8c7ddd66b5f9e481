import type { FastifyInstance } from 'fastify'
import { mapOverlayRoutes, OVERLAY_MB_MAX } from '@noroshi/contract/community-map/map-overlays.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { changeOverlay, createOverlay, listOverlays, removeOverlay } from './map-overlays.service.ts'

export function registerMapOverlayRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, mapOverlayRoutes.list, ({ viewer }) => listOverlays(deps, viewer))
  uploadRoute(
    app,
    deps,
    mapOverlayRoutes.create,
    async (call) => {
      const { overlay, isRepeated } = await createOverlay(deps, auditActorOf(call), call.form, call.files)
      if (isRepeated) call.reply.status(200)
      return overlay
    },
    { maxFiles: 1, maxMb: OVERLAY_MB_MAX },
  )
  route(app, deps, mapOverlayRoutes.change, (call) => changeOverlay(deps, auditActorOf(call), call.params.id, call.body))
  route(app, deps, mapOverlayRoutes.remove, async (call) => {
    await removeOverlay(deps, auditActorOf(call), call.params.id)
    return { ok: true as const }
  })
}

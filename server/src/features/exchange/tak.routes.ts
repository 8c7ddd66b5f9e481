import type { FastifyInstance } from 'fastify'
import { TAK_FILE_MAX, takRoutes, takServerRoutes } from '@noroshi/contract/exchange/tak.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import { listTakMarkers } from './tak-markers.service.ts'
import { readTakServer, removeTakServer, saveTakServer } from './tak-server.service.ts'
import { readTakSharing, shareWithTak } from './tak-sharing.service.ts'

/** Bytes of a request with three files as JSON. */
const FILES_BODY_MAX = 6 * TAK_FILE_MAX
/** Each change of a consent is an event for all processes. */
const CHANGES_A_MINUTE = 30

export function registerTakRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, takServerRoutes.read, () => readTakServer(deps))
  route(app, deps, takServerRoutes.save, (call) => saveTakServer(deps, auditActorOf(call), call.body), {
    bodyLimit: FILES_BODY_MAX,
  })
  route(app, deps, takServerRoutes.remove, async (call) => {
    await removeTakServer(deps, auditActorOf(call))
    return { ok: true } as const
  })
  route(app, deps, takRoutes.markers, () => listTakMarkers(deps))
  route(app, deps, takRoutes.readSharing, ({ viewer }) => readTakSharing(deps, viewer))
  route(app, deps, takRoutes.share, ({ viewer, body }) => shareWithTak(deps, viewer, body), {
    limits: [{ max: CHANGES_A_MINUTE, by: perCaller }],
  })
}

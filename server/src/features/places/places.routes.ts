import type { FastifyInstance } from 'fastify'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { changePlace, createPlace, listPlaces, removePlace } from './places.service.ts'

export function registerPlaceRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, placeRoutes.list, () => listPlaces(deps))
  route(app, deps, placeRoutes.create, async (call) => {
    const { place, isRepeated } = await createPlace(deps, auditActorOf(call), call.body)
    if (isRepeated) call.reply.status(200)
    return place
  })
  route(app, deps, placeRoutes.update, (call) => changePlace(deps, auditActorOf(call), call.params.id, call.body))
  route(app, deps, placeRoutes.remove, async (call) => ({
    ok: true as const,
    version: await removePlace(deps, auditActorOf(call), call.params.id),
  }))
}

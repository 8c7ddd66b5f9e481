import type { FastifyInstance } from 'fastify'
import { familyRoutes } from '@noroshi/contract/families/families.http'
import type { Deps } from '#/deps.ts'
import type { RollCallWrites } from '#/features/roll-calls/roll-call-writes.service.ts'
import { perCaller, route } from '#/http/route.ts'
import { accept, answerInFamily, invite, readFamily, removeLink } from './families.service.ts'

/** Answers of one user for the dependants of a large family. */
const ANSWERS_A_MINUTE = 120

export function registerFamilyRoutes(app: FastifyInstance, deps: Deps, writes: RollCallWrites) {
  route(app, deps, familyRoutes.own, ({ viewer }) => readFamily(deps, viewer))
  route(app, deps, familyRoutes.invite, ({ viewer, body }) => invite(deps, viewer, body.userId))
  route(app, deps, familyRoutes.accept, ({ viewer, params }) => accept(deps, viewer, params.id))
  route(app, deps, familyRoutes.remove, ({ viewer, params }) => removeLink(deps, viewer, params.id))
  route(app, deps, familyRoutes.answer, ({ viewer, params, body }) => answerInFamily(deps, writes, viewer, params.id, body), {
    limits: [{ name: 'family answers', max: ANSWERS_A_MINUTE, by: perCaller }],
  })
}

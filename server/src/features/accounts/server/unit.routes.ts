import type { FastifyInstance } from 'fastify'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { createInvitation, listInvitations, revokeInvitation } from './invitations.service.ts'
import { changeUnitSettings, unitSettings } from './unit.service.ts'

const done = { ok: true } as const

export function registerUnitRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, unitRoutes.settings, () => unitSettings(deps.db))
  route(app, deps, unitRoutes.changeSettings, (call) => changeUnitSettings(deps, auditActorOf(call), call.body))
  route(app, deps, unitRoutes.invitations, ({ query }) => listInvitations(deps, query.cursor))
  route(app, deps, unitRoutes.invite, (call) => createInvitation(deps, auditActorOf(call), call.body))
  route(app, deps, unitRoutes.revokeInvitation, async (call) => {
    await revokeInvitation(deps, auditActorOf(call), call.params.id)
    return done
  })
}

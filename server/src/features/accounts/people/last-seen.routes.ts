import type { FastifyInstance } from 'fastify'
import { lastSeenSharingRoutes } from '@noroshi/contract/accounts/last-seen-sharing.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import { shareLastSeen } from './last-seen.service.ts'

/** Limits the events to the other devices of a user. */
const CHANGES_A_MINUTE = 30

export function registerLastSeenRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, lastSeenSharingRoutes.set, ({ viewer, body }) => shareLastSeen(deps, viewer, body.isShared), {
    limits: [{ max: CHANGES_A_MINUTE, by: perCaller }],
  })
}

import type { FastifyInstance } from 'fastify'
import { pushRoutes } from '@noroshi/contract/push/push.http'
import type { Deps } from '#/deps.ts'
import { type Ledger, recordShownAlert } from '#/features/alerts/reach/ledger.service.ts'
import { perCaller, route } from '#/http/route.ts'
import { type PushPort, subscribe } from './push.service.ts'
import { deleteSubscriptionOf } from './push.sql.ts'

/** Limits the subscriptions of one user. A browser renews its subscription when it starts. */
const SUBSCRIPTIONS_A_MINUTE = 30

const done = { ok: true } as const

export function registerPushRoutes(app: FastifyInstance, deps: Deps, push: PushPort | null, ledger: Ledger) {
  route(app, deps, pushRoutes.key, async () => ({ publicKey: push?.publicKey ?? null }))
  route(
    app,
    deps,
    pushRoutes.subscribe,
    async ({ viewer, body }) => {
      await subscribe(deps, push, viewer, body)
      return done
    },
    { limits: [{ max: SUBSCRIPTIONS_A_MINUTE, by: perCaller }] },
  )
  route(app, deps, pushRoutes.unsubscribe, async ({ viewer }) => {
    await deleteSubscriptionOf(deps.db, viewer.sessionId)
    return done
  })
  route(app, deps, pushRoutes.alertShown, async ({ viewer, params }) => {
    await recordShownAlert(deps, ledger, viewer, params.id)
    return done
  })
}

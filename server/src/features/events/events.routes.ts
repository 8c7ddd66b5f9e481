import type { FastifyInstance } from 'fastify'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import type { Deps } from '#/deps.ts'
import { route } from '#/http/route.ts'
import { catchUpInTurn } from './events.service.ts'

type MissedEvents = Awaited<ReturnType<typeof catchUpInTurn>>['events']

/** @param onReply Called with the events of each reply to a session. */
export function registerEventRoutes(
  app: FastifyInstance,
  deps: Deps,
  onReply: (sessionId: string, events: MissedEvents) => void,
) {
  route(app, deps, eventRoutes.since, async ({ query, request }) => {
    const { caller } = request
    const missed = await catchUpInTurn(deps, caller, query.since)
    if (caller.viewer) onReply(caller.viewer.sessionId, missed.events)
    return missed
  })
}

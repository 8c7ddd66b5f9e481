import type { FastifyInstance } from 'fastify'
import { callOf } from '@noroshi/contract/calls/call-status'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import { acceptSession, acknowledgeSession, cancelSession, leaveSessions, rejectSession } from './call-answer.service.ts'
import { rejoinCall } from './call-rejoin.service.ts'
import { waitingCallChanges } from './call-writes.service.ts'
import { addCallMembers, startGroupCall, startPersonalCall } from './call-start.service.ts'
import { listCallsWith, listGroupCalls, listPersonalCalls, readCall } from './calls.service.ts'
import { readIceServers } from './ice-servers.service.ts'

/** Each new session rings on all devices of its receiver. */
const limits = [{ max: 60, by: perCaller }]

export function registerCallRoutes(app: FastifyInstance, deps: Deps) {
  deps.metrics.watchQueue('calls', waitingCallChanges)
  route(app, deps, callRoutes.group, ({ viewer, query }) => listGroupCalls(deps, viewer, query.pageNumber))
  route(app, deps, callRoutes.personal, ({ viewer, query }) => listPersonalCalls(deps, viewer, query.pageNumber))
  route(app, deps, callRoutes.more, ({ viewer, query }) => listCallsWith(deps, viewer, query.otherUser, query.pageNumber))
  route(app, deps, callRoutes.iceServers, async ({ viewer }) => readIceServers(deps, viewer))
  route(
    app,
    deps,
    callRoutes.startPersonal,
    async ({ viewer, body, reply }) => {
      const { call, isNew } = await startPersonalCall(deps, viewer, body.ReceiverId)
      if (!isNew) reply.status(200)
      return call
    },
    { limits },
  )
  route(
    app,
    deps,
    callRoutes.startGroup,
    ({ viewer, body: { receiverUserIds, MessageGroupId, clientId } }) =>
      startGroupCall(deps, viewer, { receiverIds: receiverUserIds, threadId: MessageGroupId }, clientId),
    { limits },
  )
  route(app, deps, callRoutes.addMembers, ({ viewer, body }) => addCallMembers(deps, viewer, body.callId, body.receiverUserIds), {
    limits,
  })
  route(app, deps, callRoutes.rejoin, ({ viewer, params }) => rejoinCall(deps, viewer, params.id), { limits })
  route(app, deps, callRoutes.get, async ({ viewer, params }) => callOf(await readCall(deps.db, viewer, params.id), viewer.id))
  route(app, deps, callRoutes.acknowledge, ({ viewer, params }) => acknowledgeSession(deps, viewer, params.id))
  route(app, deps, callRoutes.accept, ({ viewer, params }) => acceptSession(deps, viewer, params.id))
  route(app, deps, callRoutes.reject, ({ viewer, params }) => rejectSession(deps, viewer, params.id))
  route(app, deps, callRoutes.cancel, ({ viewer, params }) => cancelSession(deps, viewer, params.id), { limits })
  route(app, deps, callRoutes.leave, async ({ viewer, body }) => {
    await leaveSessions(deps, viewer, body.callSessionIds, body.endpointId)
    return { ok: true as const }
  })
  route(app, deps, callRoutes.forCall, async ({ viewer, params }) => ({
    items: (await readCall(deps.db, viewer, params.id)).sessions,
    nextCursor: null,
  }))
}

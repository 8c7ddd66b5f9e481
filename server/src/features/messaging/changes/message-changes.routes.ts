import type { FastifyInstance } from 'fastify'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import type { OpenAlertThread } from '../messaging.service.ts'
import { deleteMessage, deleteSent, editMessage, listReactions, listVersions, reactToMessage } from './message-changes.service.ts'

/** Edits and deletions of one user. */
const CHANGES_A_MINUTE = 120
/** Reactions of one user. */
const REACTIONS_A_MINUTE = 120

const changes = { limits: [{ name: 'message changes', max: CHANGES_A_MINUTE, by: perCaller }] }
const reactions = { limits: [{ max: REACTIONS_A_MINUTE, by: perCaller }] }

export function registerMessageChangeRoutes(
  app: FastifyInstance,
  deps: Deps,
  ports: { readonly openAlertThread: OpenAlertThread },
) {
  const { edit, delete: remove, deleteSent: removeSent, versions, react, reactions: listed } = messageChangeRoutes
  route(app, deps, edit, ({ viewer, params, body }) => editMessage(deps, ports, viewer, params.id, body), changes)
  route(app, deps, remove, ({ viewer, params }) => deleteMessage(deps, ports, viewer, params.id), changes)
  const deleteIfSent = async (viewer: Parameters<typeof deleteSent>[2], id: string) => ({
    message: await deleteSent(deps, ports, viewer, id),
  })
  route(app, deps, removeSent, ({ viewer, params }) => deleteIfSent(viewer, params.id), changes)
  route(app, deps, versions, ({ viewer, params }) => listVersions(deps, ports, viewer, params.id))
  route(app, deps, react, ({ viewer, params, body }) => reactToMessage(deps, ports, viewer, params.id, body.emoji), reactions)
  route(app, deps, listed, ({ viewer, params }) => listReactions(deps, ports, viewer, params.id))
}

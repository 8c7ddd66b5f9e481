import type { FastifyInstance } from 'fastify'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { languageOf } from '#/http/errors.ts'
import type { Watermarks } from '../watermarks.service.ts'
import { forwardMessage } from './forward.service.ts'
import { hideMessage, listHidden, listPins, pinMessage } from './pins-and-hidden.service.ts'
import {
  type ChangePorts,
  deleteMessage,
  deleteSent,
  editMessage,
  listReactions,
  listVersions,
  reactToMessage,
} from './message-changes.service.ts'

/** Edits and deletions of one user. */
const CHANGES_A_MINUTE = 120
/** Reactions of one user. */
const REACTIONS_A_MINUTE = 120

/** Forwards of one user, which copy files. */
const FORWARDS_A_MINUTE = 60

const forwards = { limits: [{ max: FORWARDS_A_MINUTE, by: perCaller }] }
const changes = { limits: [{ name: 'message changes', max: CHANGES_A_MINUTE, by: perCaller }] }
const reactions = { limits: [{ max: REACTIONS_A_MINUTE, by: perCaller }] }

export function registerMessageChangeRoutes(
  app: FastifyInstance,
  deps: Deps,
  ports: ChangePorts & { readonly watermarks: Watermarks },
) {
  const { watermarks } = ports
  const { edit, delete: remove, deleteSent: removeSent, versions, react, reactions: listed } = messageChangeRoutes
  route(app, deps, edit, ({ viewer, params, body }) => editMessage(deps, ports, viewer, params.id, body), changes)
  route(app, deps, remove, ({ viewer, params }) => deleteMessage(deps, ports, viewer, params.id), changes)
  const deleteIfSent = async (viewer: SignedIn, id: string) => ({
    message: await deleteSent(deps, ports, viewer, id),
  })
  route(app, deps, removeSent, ({ viewer, params }) => deleteIfSent(viewer, params.id), changes)
  route(app, deps, versions, ({ viewer, params }) => listVersions(deps, ports, viewer, params.id))
  route(app, deps, react, ({ viewer, params, body }) => reactToMessage(deps, ports, viewer, params.id, body.emoji), reactions)
  route(app, deps, listed, ({ viewer, params }) => listReactions(deps, ports, viewer, params.id))
  const { forward, pin, pins, hide, hidden } = messageChangeRoutes
  route(
    app,
    deps,
    forward,
    ({ viewer, params, body, request }) => {
      const language = languageOf(request.headers['accept-language'])
      return forwardMessage(deps, watermarks, viewer, params.id, { ...body, language, ip: request.ip })
    },
    forwards,
  )
  route(app, deps, pin, ({ viewer, params, body }) => pinMessage(deps, ports, viewer, params.id, body.isPinned), changes)
  route(app, deps, pins, ({ viewer, params }) => listPins(deps, viewer, params.id))
  const hideAndReply = async (viewer: SignedIn, id: string, isHidden: boolean) => {
    await hideMessage(deps, viewer, id, isHidden)
    return { ok: true as const }
  }
  route(app, deps, hide, ({ viewer, params, body }) => hideAndReply(viewer, params.id, body.isHidden), changes)
  route(app, deps, hidden, ({ viewer }) => listHidden(deps, viewer))
}

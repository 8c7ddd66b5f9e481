import type { FastifyInstance } from 'fastify'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { Deps } from '#/deps.ts'
import { byCaller, route } from '#/http/route.ts'
import { createGroup, editGroup } from './groups.service.ts'
import {
  addMembers,
  leaveGroup,
  listMembers,
  makeAdmin,
  readOwnMembership,
  removeAdmin,
  removeMember,
} from './members.service.ts'
import { decide, personalWith, startPersonal } from './personal.service.ts'
import { listThreads, readThread, unreadPersonal } from './threads.service.ts'
import type { Watermarks } from './watermarks.service.ts'

/** Of one session: each puts itself before other people, who did not ask for it. */
const GROUPS_A_MINUTE = 20
const PERSONAL_A_MINUTE = 60
const ADDITIONS_A_MINUTE = 120

const atMost = (max: number) => ({ limits: [{ max, by: byCaller }] })

const done = { ok: true } as const

export function registerThreadRoutes(app: FastifyInstance, deps: Deps, watermarks: Watermarks) {
  route(app, deps, threadRoutes.groups, ({ viewer }) => listThreads(deps, viewer, 'group'))
  route(app, deps, threadRoutes.createGroup, ({ viewer, body }) => createGroup(deps, viewer, body), atMost(GROUPS_A_MINUTE))
  route(app, deps, threadRoutes.group, ({ viewer, params }) => readThread(deps.db, viewer, params.id, 'group'))
  route(app, deps, threadRoutes.editGroup, ({ viewer, params, body }) => editGroup(deps, viewer, params.id, body))
  route(app, deps, threadRoutes.myMembership, ({ viewer, params }) => readOwnMembership(deps, viewer, params.id))
  route(app, deps, threadRoutes.personal, ({ viewer }) => listThreads(deps, viewer, 'personal'))
  route(
    app,
    deps,
    threadRoutes.startPersonal,
    async ({ viewer, body, reply }) => {
      const { isNew, thread } = await startPersonal(deps, viewer, body.recipient)
      if (!isNew) reply.status(200)
      return thread
    },
    atMost(PERSONAL_A_MINUTE),
  )
  route(app, deps, threadRoutes.personalWith, ({ viewer, params }) => personalWith(deps.db, viewer, params.userId))
  route(app, deps, threadRoutes.unreadPersonal, ({ viewer }) => unreadPersonal(deps, viewer))
  route(app, deps, threadRoutes.get, ({ viewer, params }) => readThread(deps.db, viewer, params.id))
  route(app, deps, threadRoutes.accept, ({ viewer, params, body }) =>
    decide(deps, watermarks, viewer, params.id, body.hasAccepted),
  )
  route(app, deps, threadRoutes.members, ({ viewer, params }) => listMembers(deps, viewer, params.id))
  route(
    app,
    deps,
    threadRoutes.addMembers,
    ({ viewer, params, body }) => addMembers(deps, viewer, params.id, body.userIds),
    atMost(ADDITIONS_A_MINUTE),
  )
  route(app, deps, threadRoutes.removeMember, async ({ viewer, params }) => {
    await removeMember(deps, watermarks, viewer, params.id, params.userId)
    return done
  })
  route(app, deps, threadRoutes.makeAdmin, ({ viewer, params }) => makeAdmin(deps, viewer, params.id, params.userId))
  route(app, deps, threadRoutes.removeAdmin, ({ viewer, params }) => removeAdmin(deps, viewer, params.id, params.userId))
  route(app, deps, threadRoutes.leave, async ({ viewer, params }) => {
    await leaveGroup(deps, watermarks, viewer, params.id)
    return done
  })
}

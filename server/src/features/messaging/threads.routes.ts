import type { FastifyInstance } from 'fastify'
import { AVATAR_PIXELS } from '@noroshi/contract/limits'
import { groupPictureRoutes } from '@noroshi/contract/messaging/group-picture.http'
import { lastSeenRoutes } from '@noroshi/contract/messaging/last-seen.http'
import { type MessageThread, threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import { storeSquarePicture } from '#/http/uploads/upload-session.ts'
import { assertMayChangePicture, changePicture, removePicture } from './groups/group-picture.service.ts'
import { answerInvitation, listInvitations } from './groups/group-invitations.service.ts'
import { createGroup, editGroup } from './groups/groups.service.ts'
import {
  addMembers,
  leaveGroup,
  listMembers,
  makeAdmin,
  readOwnMembership,
  removeAdmin,
  removeMember,
} from './groups/members.service.ts'
import { listLastSeen } from './last-seen-members.service.ts'
import { setAcceptance, readPersonalThread, startPersonalThread } from './personal.service.ts'
import { changeSettings } from './thread-settings.service.ts'
import { listThreads, readThread, readUnreadPersonal } from './threads.service.ts'
import type { Watermarks } from './watermarks.service.ts'

/** Limits of one user: these requests make threads appear in the lists of other users. */
const GROUPS_A_MINUTE = 20
const PERSONAL_A_MINUTE = 60
const ADDITIONS_A_MINUTE = 120
/** Limits the events to the other devices of a user. */
const SETTINGS_A_MINUTE = 120

/** A page asks every 30 seconds for the thread that it shows. */
const LAST_SEEN_A_MINUTE = 120

const perMinute = (max: number) => ({ limits: [{ max, by: perCaller }] })

const done = { ok: true } as const

export function registerThreadRoutes(app: FastifyInstance, deps: Deps, watermarks: Watermarks) {
  const list = async (viewer: SignedIn, kind: 'personal' | 'group') => {
    const threads = await listThreads(deps, viewer, kind)
    watermarks.sent.recordThreads(viewer.sessionId, threads.items)
    return threads
  }
  const replyWith = async (viewer: SignedIn, loading: Promise<MessageThread>) => {
    const thread = await loading
    watermarks.sent.recordThreads(viewer.sessionId, [thread])
    return thread
  }
  route(app, deps, threadRoutes.groups, ({ viewer }) => list(viewer, 'group'))
  route(app, deps, threadRoutes.createGroup, ({ viewer, body }) => createGroup(deps, viewer, body), perMinute(GROUPS_A_MINUTE))
  route(app, deps, threadRoutes.group, ({ viewer, params }) => replyWith(viewer, readThread(deps.db, viewer, params.id, 'group')))
  route(app, deps, threadRoutes.editGroup, ({ viewer, params, body }) =>
    replyWith(viewer, editGroup(deps, viewer, params.id, body)),
  )
  uploadRoute(
    app,
    deps,
    groupPictureRoutes.change,
    ({ viewer, params, files }) => replyWith(viewer, changePicture(deps, viewer, params.id, files)),
    {
      mayUpload: ({ viewer, params }) => assertMayChangePicture(deps, viewer, params.id),
      maxFiles: 1,
      finish: storeSquarePicture(AVATAR_PIXELS),
    },
  )
  route(app, deps, groupPictureRoutes.remove, ({ viewer, params }) => replyWith(viewer, removePicture(deps, viewer, params.id)))
  route(app, deps, threadRoutes.myMembership, ({ viewer, params }) => readOwnMembership(deps, viewer, params.id))
  route(app, deps, threadRoutes.personal, ({ viewer }) => list(viewer, 'personal'))
  route(
    app,
    deps,
    threadRoutes.startPersonal,
    async ({ viewer, body, reply }) => {
      const { isNew, thread } = await startPersonalThread(deps, viewer, body.recipient)
      if (!isNew) reply.status(200)
      watermarks.sent.recordThreads(viewer.sessionId, [thread])
      return thread
    },
    perMinute(PERSONAL_A_MINUTE),
  )
  route(app, deps, threadRoutes.personalWith, ({ viewer, params }) =>
    replyWith(viewer, readPersonalThread(deps.db, viewer, params.userId)),
  )
  route(app, deps, threadRoutes.unreadPersonal, ({ viewer }) => readUnreadPersonal(deps, viewer))
  route(app, deps, threadRoutes.get, ({ viewer, params }) => replyWith(viewer, readThread(deps.db, viewer, params.id)))
  route(app, deps, threadRoutes.accept, ({ viewer, params, body }) =>
    replyWith(viewer, setAcceptance(deps, watermarks, viewer, params.id, body.hasAccepted)),
  )
  route(
    app,
    deps,
    threadRoutes.changeSettings,
    ({ viewer, params, body }) => changeSettings(deps, viewer, params.id, body),
    perMinute(SETTINGS_A_MINUTE),
  )
  route(
    app,
    deps,
    lastSeenRoutes.list,
    ({ viewer, params }) => listLastSeen(deps, viewer, params.id),
    perMinute(LAST_SEEN_A_MINUTE),
  )
  route(app, deps, threadRoutes.members, ({ viewer, params }) => listMembers(deps, viewer, params.id))
  route(
    app,
    deps,
    threadRoutes.addMembers,
    ({ viewer, params, body }) => addMembers(deps, viewer, params.id, body.userIds),
    perMinute(ADDITIONS_A_MINUTE),
  )
  route(app, deps, threadRoutes.invitations, ({ viewer }) => listInvitations(deps, viewer))
  route(app, deps, threadRoutes.answerInvitation, async ({ viewer, params, body }) => {
    const answered = await answerInvitation(deps, viewer, params.id, body.isAccepted)
    if (answered.thread !== null) watermarks.sent.recordThreads(viewer.sessionId, [answered.thread])
    return answered
  })
  route(app, deps, threadRoutes.removeMember, async ({ viewer, params }) => {
    await removeMember(deps, watermarks, viewer, params.id, params.userId)
    return done
  })
  route(app, deps, threadRoutes.makeAdmin, ({ viewer, params }) => makeAdmin(deps, viewer, params.id, params.userId))
  route(app, deps, threadRoutes.removeAdmin, ({ viewer, params }) => removeAdmin(deps, viewer, params.id, params.userId))
  route(app, deps, threadRoutes.leave, async ({ viewer, params }) => {
    const version = await leaveGroup(deps, watermarks, viewer, params.id)
    return { ...done, version }
  })
}

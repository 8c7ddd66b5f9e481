import type { FastifyInstance } from 'fastify'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { createFeed, editFeed, removeFeed } from './feeds-admin.service.ts'
import {
  addMembers,
  changeMember,
  findOwnMembership,
  listMembers,
  listPublicMembers,
  readOwnMembership,
  removeMember,
} from './feed-members.service.ts'
import { listFeeds, listPublicFeeds, readFeed } from './feeds.service.ts'

const done = { ok: true } as const

export function registerFeedRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, feedRoutes.list, ({ viewer }) => listFeeds(deps, viewer))
  route(app, deps, feedRoutes.listPublic, () => listPublicFeeds(deps))
  route(app, deps, feedRoutes.get, ({ viewer, params }) => readFeed(deps, viewer, params.id))
  const options = { maxFiles: 1 }
  uploadRoute(app, deps, feedRoutes.create, (call) => createFeed(deps, auditActorOf(call), call.form, call.files), options)
  uploadRoute(
    app,
    deps,
    feedRoutes.edit,
    (call) => editFeed(deps, auditActorOf(call), call.params.id, call.form, call.files),
    options,
  )
  route(app, deps, feedRoutes.remove, async (call) => {
    const version = await removeFeed(deps, auditActorOf(call), call.params.id)
    return { ...done, version }
  })
  registerMembers(app, deps)
}

function registerMembers(app: FastifyInstance, deps: Deps) {
  route(app, deps, feedMemberRoutes.list, ({ viewer, params }) => listMembers(deps, viewer, params.id))
  route(app, deps, feedMemberRoutes.listPublic, ({ viewer, params }) => listPublicMembers(deps, viewer, params.id))
  route(app, deps, feedMemberRoutes.mine, ({ viewer, params }) => readOwnMembership(deps, viewer, params.id))
  route(app, deps, feedMemberRoutes.membership, async ({ viewer, params }) => ({
    membership: await findOwnMembership(deps, viewer, params.id),
  }))
  route(app, deps, feedMemberRoutes.add, (call) => addMembers(deps, auditActorOf(call), call.params.id, call.body.members))
  route(app, deps, feedMemberRoutes.change, (call) =>
    changeMember(deps, auditActorOf(call), call.params.id, call.params.memberId, call.body),
  )
  route(app, deps, feedMemberRoutes.remove, async (call) => {
    await removeMember(deps, auditActorOf(call), call.params.id, call.params.memberId)
    return done
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { type Feed, feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import type { Deps } from '#/deps.ts'
import { discardAfter } from '#/features/files/files.service.ts'
import { doerOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { receiveUpload, type ReceivedFile } from '#/http/uploads.ts'
import { createFeed, editFeed, removeFeed } from './feeds-admin.service.ts'
import {
  addMembers,
  changeMember,
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
  route(app, deps, feedRoutes.create, (call) =>
    withCover(deps, call.request, feedRoutes.create.form, (form, files) => createFeed(deps, doerOf(call), form, files)),
  )
  route(app, deps, feedRoutes.edit, (call) =>
    withCover(deps, call.request, feedRoutes.edit.form, (form, files) =>
      editFeed(deps, doerOf(call), call.params.id, form, files),
    ),
  )
  route(app, deps, feedRoutes.remove, async (call) => {
    await removeFeed(deps, doerOf(call), call.params.id)
    return done
  })
  registerMembers(app, deps)
}

function registerMembers(app: FastifyInstance, deps: Deps) {
  route(app, deps, feedMemberRoutes.list, ({ viewer, params }) => listMembers(deps, viewer, params.id))
  route(app, deps, feedMemberRoutes.listPublic, ({ viewer, params }) => listPublicMembers(deps, viewer, params.id))
  route(app, deps, feedMemberRoutes.mine, ({ viewer, params }) => readOwnMembership(deps, viewer, params.id))
  route(app, deps, feedMemberRoutes.add, (call) => addMembers(deps, doerOf(call), call.params.id, call.body.members))
  route(app, deps, feedMemberRoutes.change, (call) =>
    changeMember(deps, doerOf(call), call.params.id, call.params.memberId, call.body),
  )
  route(app, deps, feedMemberRoutes.remove, async (call) => {
    await removeMember(deps, doerOf(call), call.params.id, call.params.memberId)
    return done
  })
}

/** Only an administrator comes so far: the route's access says so before the first byte is read. */
async function withCover<Schema extends z.ZodObject>(
  deps: Deps,
  request: FastifyRequest,
  schema: Schema,
  write: (form: z.output<Schema>, files: readonly ReceivedFile[]) => Promise<Feed>,
): Promise<Feed> {
  const { form, files } = await receiveUpload(deps, request, schema, { mayUpload: async () => undefined, maxFiles: 1 })
  try {
    return await write(form, files)
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}

import type { FastifyInstance } from 'fastify'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import type { Deps } from '#/deps.ts'
import { discardAfter } from '#/features/files/files.service.ts'
import { byCaller, type Call, route } from '#/http/route.ts'
import { receiveUpload } from '#/http/uploads.ts'
import {
  createComment,
  editComment,
  listComments,
  listPublicComments,
  mayComment,
  mayEdit,
  removeComment,
} from './comments.service.ts'
import { like, listLikes, unlike } from './likes.service.ts'

/** Of one session. */
const WRITES_A_MINUTE = 60

export function registerCommentRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, commentRoutes.list, ({ viewer, params, query }) => listComments(deps, viewer, params.EntityId, query.cursor))
  route(app, deps, commentRoutes.listPublic, ({ viewer, params, query }) =>
    listPublicComments(deps, viewer, params.EntityId, query.cursor),
  )
  const writing = { limits: [{ max: WRITES_A_MINUTE, by: byCaller }] }
  route(app, deps, commentRoutes.create, (call) => create(deps, call), writing)
  route(app, deps, commentRoutes.edit, (call) => edit(deps, call), writing)
  route(app, deps, commentRoutes.remove, async ({ viewer, params }) => {
    await removeComment(deps, viewer, params.id)
    return { ok: true } as const
  })
  route(app, deps, likeRoutes.list, ({ viewer, params, query }) => listLikes(deps, viewer, params, query.cursor))
  route(app, deps, likeRoutes.like, ({ viewer, body }) => like(deps, viewer, body))
  route(app, deps, likeRoutes.unlike, ({ viewer, params }) => unlike(deps, viewer, params))
}

async function create(deps: Deps, { viewer, request }: Call<typeof commentRoutes.create>) {
  const { form, files } = await receiveUpload(deps, request, commentRoutes.create.form, {
    mayUpload: async (sent) => void (await mayComment(deps.db, viewer, sent)),
    maxFiles: 1,
  })
  try {
    return await createComment(deps, viewer, form, files)
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}

async function edit(deps: Deps, { viewer, params: { id }, request }: Call<typeof commentRoutes.edit>) {
  const { form, files } = await receiveUpload(deps, request, commentRoutes.edit.form, {
    mayUpload: async () => void (await mayEdit(deps.db, viewer, id)),
    maxFiles: 1,
  })
  try {
    return await editComment(deps, viewer, id, form, files)
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}

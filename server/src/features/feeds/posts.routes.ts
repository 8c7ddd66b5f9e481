import type { FastifyInstance } from 'fastify'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Deps } from '#/deps.ts'
import { discardAfter } from '#/features/files/files.service.ts'
import { byCaller, type Call, route } from '#/http/route.ts'
import { receiveUpload } from '#/http/uploads.ts'
import { createPost, editPost, mayEdit, mayPost, removePost, removePostMedia } from './post-changes.service.ts'
import { listPosts, listPublicPosts, mapPosts, openPost, openPublicPost, readPost, viewPost } from './posts.service.ts'
import { reviewPost } from './review.service.ts'

/** Of one session. */
const UPLOADS_A_MINUTE = 60
/** Whoever looks at posts does not look at more. */
const VIEWS_A_MINUTE = 600

const done = { ok: true } as const

export function registerPostRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, postRoutes.list, ({ viewer, params, query }) => listPosts(deps, viewer, params.id, query))
  route(app, deps, postRoutes.listPublic, ({ viewer, params, query }) => listPublicPosts(deps, viewer, params.id, query))
  route(app, deps, postRoutes.map, ({ viewer, params, query }) => mapPosts(deps, viewer, params.id, query.bbox))
  route(app, deps, postRoutes.get, ({ viewer, params }) => readPost(deps, viewer, openPost, params.id, params.postId))
  route(app, deps, postRoutes.getPublic, ({ viewer, params }) => readPost(deps, viewer, openPublicPost, params.id, params.postId))
  const uploading = { limits: [{ max: UPLOADS_A_MINUTE, by: byCaller }] }
  route(app, deps, postRoutes.create, (call) => create(deps, call), uploading)
  route(app, deps, postRoutes.edit, (call) => edit(deps, call), uploading)
  route(app, deps, postRoutes.review, ({ viewer, params, body }) => reviewPost(deps, viewer, params.id, params.postId, body))
  route(app, deps, postRoutes.removeMedia, ({ viewer, params, body }) =>
    removePostMedia(deps, viewer, params.id, params.postId, body.mediaIds),
  )
  route(app, deps, postRoutes.remove, async ({ viewer, params }) => {
    await removePost(deps, viewer, params.id, params.postId)
    return done
  })
  const viewing = { limits: [{ max: VIEWS_A_MINUTE, by: byCaller }] }
  route(app, deps, postRoutes.view, ({ viewer, body }) => viewPost(deps, viewer, body).then(() => done), viewing)
}

async function create(deps: Deps, { viewer, params, request }: Call<typeof postRoutes.create>) {
  const { form, files } = await receiveUpload(deps, request, postRoutes.create.form, {
    mayUpload: async (sent) => void (await mayPost(deps.db, viewer, params.id, sent)),
  })
  try {
    return await createPost(deps, viewer, params.id, form, files)
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}

async function edit(deps: Deps, { viewer, params: { id, postId }, request }: Call<typeof postRoutes.edit>) {
  const { form, files } = await receiveUpload(deps, request, postRoutes.edit.form, {
    mayUpload: async () => void (await mayEdit(deps.db, viewer, id, postId)),
  })
  try {
    return await editPost(deps, viewer, id, postId, form, files)
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}

import type { FastifyInstance } from 'fastify'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { perCaller, route } from '#/http/route.ts'
import { createPost, editPost, openPostToEdit, openFeedToPost, removePost, removePostMedia } from './post-changes.service.ts'
import { listPosts, listPublicPosts, mapPosts, openPost, openPublicPost, readPost, viewPost } from './posts.service.ts'
import { reviewPost } from './post-review.service.ts'

/** Uploads of one user. */
const UPLOADS_A_MINUTE = 60
/** Views of one user, more than a reader needs. */
const VIEWS_A_MINUTE = 600

const done = { ok: true } as const

export function registerPostRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, postRoutes.list, ({ viewer, params, query }) => listPosts(deps, viewer, params.id, query))
  route(app, deps, postRoutes.listPublic, ({ viewer, params, query }) => listPublicPosts(deps, viewer, params.id, query))
  route(app, deps, postRoutes.map, ({ viewer, params, query }) => mapPosts(deps, viewer, params.id, query.bbox))
  route(app, deps, postRoutes.get, ({ viewer, params }) => readPost(deps, viewer, openPost, params.id, params.postId))
  route(app, deps, postRoutes.getPublic, ({ viewer, params }) => readPost(deps, viewer, openPublicPost, params.id, params.postId))
  const limits = [{ max: UPLOADS_A_MINUTE, by: perCaller }]
  uploadRoute(
    app,
    deps,
    postRoutes.create,
    ({ viewer, params, form, files }) => createPost(deps, viewer, params.id, form, files),
    { limits, mayUpload: ({ viewer, params }, form) => openFeedToPost(deps.db, viewer, params.id, form) },
  )
  uploadRoute(
    app,
    deps,
    postRoutes.edit,
    ({ viewer, params, form, files }) => editPost(deps, viewer, params.id, params.postId, form, files),
    { limits, mayUpload: ({ viewer, params }) => openPostToEdit(deps.db, viewer, params.id, params.postId) },
  )
  route(app, deps, postRoutes.review, ({ viewer, params, body }) => reviewPost(deps, viewer, params.id, params.postId, body))
  route(app, deps, postRoutes.removeMedia, ({ viewer, params, body }) =>
    removePostMedia(deps, viewer, params.id, params.postId, body.mediaIds),
  )
  route(app, deps, postRoutes.remove, async ({ viewer, params }) => ({
    ok: true as const,
    version: await removePost(deps, viewer, params.id, params.postId),
  }))
  const viewOptions = { limits: [{ max: VIEWS_A_MINUTE, by: perCaller }] }
  route(app, deps, postRoutes.view, ({ viewer, body }) => viewPost(deps, viewer, body).then(() => done), viewOptions)
}

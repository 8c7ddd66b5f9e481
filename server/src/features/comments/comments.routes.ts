import type { FastifyInstance } from 'fastify'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { perCaller, route } from '#/http/route.ts'
import {
  createComment,
  editComment,
  listComments,
  listPublicComments,
  openPostToComment,
  openCommentToEdit,
  removeComment,
} from './comments.service.ts'
import { likePost, listLikes, unlikePost } from './likes.service.ts'

/** Comments that one session creates or edits. */
const WRITES_A_MINUTE = 60
/** Likes of one user, and their ends. */
const LIKES_A_MINUTE = 120

export function registerCommentRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, commentRoutes.list, ({ viewer, params, query }) => listComments(deps, viewer, params.EntityId, query.cursor))
  route(app, deps, commentRoutes.listPublic, ({ viewer, params, query }) =>
    listPublicComments(deps, viewer, params.EntityId, query.cursor),
  )
  const options = { limits: [{ max: WRITES_A_MINUTE, by: perCaller }], maxFiles: 1 }
  uploadRoute(app, deps, commentRoutes.create, ({ viewer, form, files }) => createComment(deps, viewer, form, files), {
    ...options,
    mayUpload: ({ viewer }, form) => openPostToComment(deps.db, viewer, form),
  })
  uploadRoute(
    app,
    deps,
    commentRoutes.edit,
    ({ viewer, params, form, files }) => editComment(deps, viewer, params.id, form, files),
    { ...options, mayUpload: ({ viewer, params }) => openCommentToEdit(deps.db, viewer, params.id) },
  )
  route(app, deps, commentRoutes.remove, async ({ viewer, params }) => ({
    ok: true as const,
    version: await removeComment(deps, viewer, params.id),
  }))
  route(app, deps, likeRoutes.list, ({ viewer, params, query }) => listLikes(deps, viewer, params, query.cursor))
  const likeOptions = { limits: [{ max: LIKES_A_MINUTE, by: perCaller }] }
  route(app, deps, likeRoutes.like, ({ viewer, body }) => likePost(deps, viewer, body), likeOptions)
  route(app, deps, likeRoutes.unlike, ({ viewer, params }) => unlikePost(deps, viewer, params), likeOptions)
}

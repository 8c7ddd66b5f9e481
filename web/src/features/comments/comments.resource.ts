import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { call } from '../../platform/connection/http.ts'
import { accessToken } from '../../platform/session/session.ts'
import { defineResource } from '../../platform/store/resource.ts'

/** The comments on a post. The server returns the newest first; the oldest is shown first. */
export const comments = defineResource<Comment>({
  name: 'comment',
  parent: 'post',
  parentId: ({ EntityId }) => EntityId,
  isShownReversed: true,
  fetch: (EntityId, query, signal) =>
    call(accessToken() === null ? commentRoutes.listPublic : commentRoutes.list, {
      params: { EntityId, entityType: 'post' },
      query,
      signal,
    }),
})

import type { likeRoutes } from '@noroshi/contract/comments/likes.http'
import type { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { coordinatesOf } from '../../platform/device/coordinates.ts'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import { requestTo } from '../../platform/connection/route-request.ts'
import type { NewLike, NewPost } from './feeds.payload.ts'

export const postCommand: SharedCommand<NewPost> = {
  kind: 'post',
  requestOf: ({ id, files, payload: { feedId, text, location } }) =>
    requestTo<typeof postRoutes.create>({
      method: 'POST',
      path: '/feeds/:id/posts',
      params: { id: feedId },
      form: { textContent: text, ...coordinatesOf(location), clientId: id },
      files: files.map((file) => ({ field: 'mediaUrl', file, name: file.name })),
    }),
}

export const likeCommand: SharedCommand<NewLike> = {
  kind: 'like',
  // The newest like of a post replaces earlier ones, so that an old one is sent without asking the user.
  isContent: false,
  requestOf: ({ payload: { postId, isLiked } }) => {
    const target = { EntityId: postId, entityType: 'post' } as const
    return isLiked
      ? requestTo<typeof likeRoutes.like>({ method: 'POST', path: '/likes/', body: target })
      : requestTo<typeof likeRoutes.unlike>({
          method: 'DELETE',
          path: '/likes/entity/:EntityId/:entityType',
          params: target,
        })
  },
}

import type { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { coordinatesOf } from '../../platform/device/coordinates.ts'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import { requestTo } from '../../platform/connection/route-request.ts'
import type { NewComment } from './comments.payload.ts'

export const commentCommand: SharedCommand<NewComment> = {
  kind: 'comment',
  requestOf: ({ id, files, payload: { postId, text } }, { location }) =>
    requestTo<typeof commentRoutes.create>({
      method: 'POST',
      path: '/comments',
      form: { EntityId: postId, entityType: 'post', description: text, ...coordinatesOf(location), clientId: id },
      files: files.map((file) => ({ field: 'files', file, name: file.name })),
    }),
}

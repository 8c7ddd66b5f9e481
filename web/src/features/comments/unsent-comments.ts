import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { allowedLocation } from '../../platform/device/geolocation.ts'
import type { TypedEntry } from '../../platform/outbox/entry.ts'
import { defineUnsent } from '../../shared/chat/define-unsent.ts'
import { commentCommand } from './comments.outbox.ts'
import { NewComment } from './comments.payload.ts'
import { comments } from './comments.resource.ts'

/** A comment that the server has not acknowledged yet. */
export type UnsentComment = TypedEntry<NewComment>

export const unsentComments = defineUnsent({
  command: commentCommand,
  payload: NewComment,
  reply: commentRoutes.create.reply,
  title: 'outbox.kind.comment',
  textOf: ({ text }) => text,
  ofId: ({ postId }) => postId,
  laneOf: (postId) => `comments ${postId}`,
  location: allowedLocation,
  receive: comments.put,
  sent: () => 'comments.added',
  refused: () => 'comments.notAdded',
})

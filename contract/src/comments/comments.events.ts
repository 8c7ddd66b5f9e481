import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineCommand, defineEvents, Uuid, Version } from '../define.ts'
import { PostCounts } from '../feeds/posts.http.ts'
import { Comment, CommentTarget } from './comments.http.ts'

/** Emitted to sockets that joined the comments of the post. `post:counted` carries the new counts of the post. */
export const commentEvents = defineEvents({
  'comment:created': Comment,
  'comment:updated': Comment,
  /** A client that has an older version than this one removes the comment. */
  'comment:deleted': CommentTarget.extend({ id: Uuid, version: Version }),
  /**
   * Emitted to sockets that joined the feed or the comments of the post: one like was added or removed, with the new
   * counts.
   */
  'like:changed': CommentTarget.extend({
    FeedId: Uuid,
    UserId: Uuid,
    user: Person,
    isLiked: z.boolean(),
    counts: PostCounts,
  }),
})

const EntityParams = z.object({ entityId: Uuid })
const ofPost = ({ entityId }: z.output<typeof EntityParams>) => entityId

export const commentCommands = {
  /** Joins the comments of a post. It needs the right to open the post; anonymous visitors may have it. */
  'comment:join': defineCommand({ payload: EntityParams, topic: ofPost, errors: ['post.notFound'] }),
  'comment:leave': defineCommand({ payload: EntityParams, topic: ofPost }),
}

import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineCommands, defineEvents, Uuid } from '../define.ts'
import { PostCounts } from '../feeds/posts.http.ts'
import { Comment, CommentTarget } from './comments.http.ts'

/** Comments are told to everybody who has those of the same post open; the post's new count is a `post:counted`. */
export const commentEvents = defineEvents({
  'comment:created': Comment,
  'comment:updated': Comment,
  'comment:deleted': CommentTarget.extend({ id: Uuid }),
  /** To everybody who may see the post and has its feed or its comments open: who likes it now or no more, and the counts of now. */
  'like:changed': CommentTarget.extend({
    FeedId: Uuid,
    UserId: Uuid,
    user: Person,
    isLiked: z.boolean(),
    counts: PostCounts,
  }),
})

const OfEntity = z.object({ entityId: Uuid })

export const commentCommands = defineCommands({
  /** Has the comments of a post open. For who may see the post, anonymous visitors too. */
  'comment:join': OfEntity,
  'comment:leave': OfEntity,
})

import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Timestamp, listOf, Uuid } from '../define.ts'
import { PostCounts } from '../feeds/posts.http.ts'
import { LatitudeText, LongitudeText } from '../location.ts'
import { CommentTarget } from './comments.http.ts'

/** A like of a user (specification, section 3). */
export const Like = CommentTarget.extend({ UserId: Uuid, user: Person, createdAt: Timestamp }).meta({ id: 'Like' })
export type Like = z.infer<typeof Like>

/** Whether the viewer likes the object, and its counts. */
export const LikeState = CommentTarget.extend({ hasLiked: z.boolean(), counts: PostCounts }).meta({ id: 'LikeState' })
export type LikeState = z.infer<typeof LikeState>

export const likeRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/likes/entity/:EntityId/:entityType',
    access: 'member',
    params: CommentTarget,
    query: z.object({ cursor: Uuid.optional() }),
    errors: ['post.notFound'],
    reply: listOf(Like),
    summary: 'Likes of a post, latest first.',
  },
  like: {
    method: 'POST',
    path: '/likes/',
    access: 'member',
    body: CommentTarget.extend({ latitude: LatitudeText, longitude: LongitudeText }),
    errors: ['tooManyRequests', 'post.notFound'],
    reply: LikeState,
    summary: 'Like a post. Repeating it changes nothing.',
  },
  unlike: {
    method: 'DELETE',
    path: '/likes/entity/:EntityId/:entityType',
    access: 'member',
    params: CommentTarget,
    errors: ['tooManyRequests', 'post.notFound'],
    reply: LikeState,
    summary: 'Remove the user’s own like. Repeating it changes nothing.',
  },
})

import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, FlagText, listOf, RemovalReply, Timestamp, Uuid, Version } from '../define.ts'
import { Media } from '../files.ts'
import { COMMENT_MAX } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'
import { bodyText } from '../text/body-text.ts'

/** The object of a comment or like. Only posts have them (specification, section 3). */
export const CommentTarget = z.object({ EntityId: Uuid, entityType: z.literal('post', 'common.wrongType') })
export type CommentTarget = z.infer<typeof CommentTarget>

/** A comment, the same for all readers. Rights are abilities, not fields. */
export const Comment = CommentTarget.extend({
  id: Uuid,
  UserId: Uuid,
  user: Person,
  description: z.string(),
  /** null: the comment has no picture. */
  imageUrl: z.string().nullable(),
  /** The same picture with its size and preview. */
  image: Media.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
}).meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

/** New comments and edits have the same limit, so that each comment can be edited. */
const Description = bodyText('comments.empty').min(1, 'comments.empty').max(COMMENT_MAX, 'comments.tooLong')

const IdParams = z.object({ id: Uuid })
/** `cursor` is the `nextCursor` of the newer page; without it the newest page is returned. */
const PageQuery = z.object({ cursor: Uuid.optional() })

export const commentRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/comments/entity/:EntityId/:entityType',
    access: 'member',
    params: CommentTarget,
    query: PageQuery,
    errors: ['post.notFound'],
    reply: listOf(Comment),
    summary:
      'Comments of a post from the newest page, oldest first. `nextCursor` fetches the older page. 404 without the right to open the post.',
  },
  listPublic: {
    method: 'GET',
    path: '/comments/entity/:EntityId/:entityType/public',
    access: 'public',
    params: CommentTarget,
    query: PageQuery,
    errors: ['post.notFound'],
    reply: listOf(Comment),
    summary: 'The same without a session, for posts in public feeds.',
  },
  create: {
    method: 'POST',
    path: '/comments',
    access: 'member',
    budget: 'everyday',
    /** An optional picture is sent as `files`. A location is accepted and not stored (decisions/0158). */
    form: CommentTarget.extend({
      description: Description,
      latitude: LatitudeText,
      longitude: LongitudeText,
      clientId: Uuid.optional(),
    }),
    errors: ['conflict', 'file.notPicture', 'tooManyRequests', 'post.notFound', 'comment.notFound'],
    status: 201,
    reply: Comment,
    summary: 'Comment on a post. A repeated clientId returns the same comment.',
  },
  edit: {
    method: 'PUT',
    path: '/comments/:id',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    /** An optional picture is sent as `files` and replaces the old one. */
    form: z.object({
      description: Description,
      /** Removes the picture. If it is false and no picture is sent, the picture stays. */
      removesImage: FlagText.default(false),
    }),
    errors: ['file.notPicture', 'tooManyRequests', 'comment.notFound', 'comment.notAllowed'],
    reply: Comment,
    summary: 'Change an own comment.',
  },
  remove: {
    method: 'DELETE',
    path: '/comments/:id',
    access: 'member',
    params: IdParams,
    errors: ['comment.notFound', 'comment.notAllowed'],
    reply: RemovalReply,
    summary: 'Delete an own comment.',
  },
})

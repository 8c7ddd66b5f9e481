import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Done, FlagText, Instant, listOf, Uuid, Version } from '../define.ts'
import { Media } from '../files.ts'
import { COMMENT_MAX } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'

/** What a comment or a like hangs on. Only posts take them today (specification, section 3). */
export const CommentTarget = z.object({ EntityId: Uuid, entityType: z.literal('post', 'common.wrongType') })
export type CommentTarget = z.infer<typeof CommentTarget>

/** A comment as every reader sees it; what the reader may do with it is an ability, not a field. */
export const Comment = CommentTarget.extend({
  id: Uuid,
  UserId: Uuid,
  user: Person,
  description: z.string(),
  /** null: it has no picture. */
  imageUrl: z.string().nullable(),
  /** The same picture with its size and a smaller one. */
  image: Media.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
}).meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

/** A new comment holds what an edit may hold, so that what was written can be edited. */
const Description = z
  .string('comments.empty')
  .overwrite((text) => text.replaceAll('\r\n', '\n').trim())
  .min(1, 'comments.empty')
  .max(COMMENT_MAX, 'comments.tooLong')

const ById = z.object({ id: Uuid })
/** The `nextCursor` of the page below; without it, the newest. */
const Page = z.object({ cursor: Uuid.optional() })

export const commentRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/comments/entity/:EntityId/:entityType',
    access: 'member',
    params: CommentTarget,
    query: Page,
    reply: listOf(Comment),
    summary:
      'The newest comments of a post, oldest first; `nextCursor` leads to the page above. 404 for who may not see the post.',
  },
  listPublic: {
    method: 'GET',
    path: '/comments/entity/:EntityId/:entityType/public',
    access: 'public',
    params: CommentTarget,
    query: Page,
    reply: listOf(Comment),
    summary: 'The same for everybody, of posts in public feeds alone.',
  },
  create: {
    method: 'POST',
    path: '/comments',
    access: 'member',
    /** One picture may come as `files`. */
    form: CommentTarget.extend({
      description: Description,
      latitude: LatitudeText,
      longitude: LongitudeText,
      clientId: Uuid.optional(),
    }),
    status: 201,
    reply: Comment,
    summary: 'Comment a post. The same clientId again answers the same comment.',
  },
  edit: {
    method: 'PUT',
    path: '/comments/:id',
    access: 'member',
    params: ById,
    /** One picture may come as `files` and takes the place of the one before. */
    form: z.object({
      description: Description,
      /** Takes the picture away; without it and without a new one, the picture stays. */
      removesImage: FlagText.default(false),
    }),
    reply: Comment,
    summary: 'Change one’s own comment.',
  },
  remove: {
    method: 'DELETE',
    path: '/comments/:id',
    access: 'member',
    params: ById,
    reply: Done,
    summary: 'Delete one’s own comment.',
  },
})

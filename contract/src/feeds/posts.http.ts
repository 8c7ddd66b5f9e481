import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, FlagText, RemovalReply, Timestamp, Uuid, Version, wholeText } from '../define.ts'
import { Media } from '../files.ts'
import { FILES_MAX, POST_MAX, POST_PAGE, POST_PAGE_MAX, REVIEW_REMARKS_MAX, SEARCH_MAX } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'
import { bodyText } from '../text/body-text.ts'

/** Numbers of views, likes and comments of a post. */
export const PostCounts = z.object({
  /** One view for each browser session. */
  views: z.int().nonnegative(),
  likeCount: z.int().nonnegative(),
  commentCount: z.int().nonnegative(),
  /** Raised with each change of the counts. A client ignores older counts, independently of the post's `version`. */
  countsVersion: Version,
})
export type PostCounts = z.infer<typeof PostCounts>

/** A post, the same for all readers (specification, section 3). The review is separate: {@link PostReview}. */
export const FeedPost = z
  .object({
    id: Uuid,
    FeedId: Uuid,
    CreatedByUserId: Uuid,
    createdBy: Person,
    textContent: z.string(),
    /** In the order of upload. */
    postMedia: z.array(Media),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    createdAt: Timestamp,
    /** Last change of the text, the files, the location or the review. Counts do not change it. */
    updatedAt: Timestamp,
    /** null: pending; false: rejected. Only the author and the moderators of the feed see such posts. */
    isApproved: z.boolean().nullable(),
    ...PostCounts.shape,
    version: Version,
  })
  .meta({ id: 'FeedPost' })
export type FeedPost = z.infer<typeof FeedPost>

/** The review of a post, for its author and the moderators. All fields are null while the post is pending. */
export const PostReview = z.object({
  reviewRemarks: z.string().nullable(),
  reviewedAt: Timestamp.nullable(),
  ReviewedByUserId: Uuid.nullable(),
  reviewedBy: Person.nullable(),
})
export type PostReview = z.infer<typeof PostReview>

/** A post with its review. */
export const ReviewedPost = FeedPost.extend({ review: PostReview }).meta({ id: 'ReviewedPost' })
export type ReviewedPost = z.infer<typeof ReviewedPost>

/** A post with the viewer's own data. It is separate from the post, so that one event suits a whole room (decisions/0052). */
export const FeedPostForViewer = FeedPost.extend({
  viewer: z.object({
    hasLiked: z.boolean(),
    /** null: the viewer is neither the author nor a moderator. */
    review: PostReview.nullable(),
  }),
}).meta({ id: 'FeedPostForViewer' })
export type FeedPostForViewer = z.infer<typeof FeedPostForViewer>

export const PostStatus = z.enum(['pending', 'approved', 'rejected'], 'common.wrongType')
export type PostStatus = z.infer<typeof PostStatus>

/** A time, or a date (UTC). */
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], 'common.wrongType')

/** The page and the filter of a list of posts. */
const PostPageQuery = z.object({
  /** From 1. Numbered pages shift when users post meanwhile; `nextCursor` of {@link PostPage} avoids that. */
  'page[pageNumber]': wholeText({ min: 1, max: 100_000 }).default(1),
  'page[limit]': wholeText({ min: 1, max: POST_PAGE_MAX }).default(POST_PAGE),
  /** The `nextCursor` of the previous page. The page number is then ignored. */
  'page[after]': Uuid.optional(),
  /** A part of the author's name. Width and case are ignored. */
  'filter[userName]': z.string().trim().min(1, 'common.required').max(SEARCH_MAX, 'common.tooLong').optional(),
  /** Posted at this time or later. */
  'filter[startDate]': Moment.optional(),
  /** Posted at this time or earlier. A date includes the whole day. */
  'filter[endDate]': Moment.optional(),
  /** `approved` by default, unless `filter[mine]` is set. Of others, only moderators get all; users get their own. */
  'filter[status]': PostStatus.optional(),
  /** Only the viewer's own posts, of any status. */
  'filter[mine]': FlagText.default(false),
  /** Order by the time of posting. */
  'orderBy[sortOrder]': z
    .string()
    .toLowerCase()
    .pipe(z.enum(['asc', 'desc'], 'common.wrongType'))
    .default('desc'),
})

export const PostPage = z.object({
  posts: z.array(FeedPostForViewer),
  /** null: this is the last page. */
  nextPage: z.int().nullable(),
  /** For `page[after]`; null: this is the last page. */
  nextCursor: Uuid.nullable(),
})
export type PostPage = z.infer<typeof PostPage>

/** A post on the map, with the fields of its pin and card. */
export const PostPin = z.object({
  id: Uuid,
  FeedId: Uuid,
  latitude: z.number(),
  longitude: z.number(),
  /** The first characters of the text. */
  textContent: z.string(),
  createdBy: Person,
  createdAt: Timestamp,
  /** The preview of the first picture; null without pictures. */
  previewUrl: z.string().nullable(),
})
export type PostPin = z.infer<typeof PostPin>

const isBox = ([west, south, east, north]: readonly number[]): boolean =>
  [west, east].every((degrees) => degrees !== undefined && Math.abs(degrees) <= 180) &&
  south !== undefined &&
  north !== undefined &&
  south >= -90 &&
  south <= north &&
  north <= 90

/** `west,south,east,north` in degrees. If west is greater than east, the box crosses the date line. */
const Box = z
  .string('common.wrongType')
  .regex(/^-?\d{1,3}(\.\d{1,15})?(,-?\d{1,3}(\.\d{1,15})?){3}$/, { error: 'common.wrongType', abort: true })
  .refine((text) => isBox(text.split(',').map(Number)), { error: 'common.wrongType', abort: true })
  .transform((text) => {
    const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number)
    return { west, south, east, north }
  })

/** The text of a post. */
const Text = bodyText().max(POST_MAX, 'posts.tooLong').default('')

/**
 * Files of any type are sent as `mediaUrl`. A post needs text or a file. A location needs both coordinates; a single one is
 * ignored.
 */
const PostForm = z.object({
  textContent: Text,
  latitude: LatitudeText,
  longitude: LongitudeText,
  clientId: Uuid.optional(),
})

const MediaIds = z.array(Uuid, 'common.wrongType').max(FILES_MAX, 'common.wrongType')

/** Ids of files in a form: one text with commas between them. '' contains none. */
const MediaIdsText = z
  .string('common.wrongType')
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(MediaIds)

const FeedParams = z.object({ id: Uuid })
const PostParams = z.object({ id: Uuid, postId: Uuid })

export const postRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/feeds/:id/posts/',
    access: 'member',
    params: FeedParams,
    query: PostPageQuery,
    errors: ['feed.notFound'],
    reply: PostPage,
    summary: 'Posts of a feed, newest first by default.',
  },
  listPublic: {
    method: 'GET',
    path: '/feeds/:id/posts/public',
    access: 'public',
    params: FeedParams,
    query: PostPageQuery,
    errors: ['feed.notFound'],
    reply: PostPage,
    summary: 'The same without a session, for public feeds.',
  },
  map: {
    method: 'GET',
    path: '/feeds/:id/posts/map',
    access: 'public',
    params: FeedParams,
    query: z.object({ bbox: Box.optional() }),
    errors: ['feed.notFound'],
    reply: z.object({
      items: z.array(PostPin),
      /** false: the box contains more than POSTS_ON_MAP_MAX posts; these are the newest. */
      isComplete: z.boolean(),
    }),
    summary: 'Approved posts with a location, in a box or worldwide. If there are too many, the newest are returned.',
  },
  create: {
    method: 'POST',
    path: '/feeds/:id/posts',
    access: 'member',
    budget: 'everyday',
    params: FeedParams,
    form: PostForm.extend({
      /** Accepted for compatibility. The id of another user is refused. */
      CreatedByUserId: Uuid.optional(),
    }),
    errors: ['forbidden', 'conflict', 'tooManyRequests', 'feed.notFound', 'feed.notAllowed', 'post.notFound', 'post.empty'],
    status: 201,
    reply: FeedPostForViewer,
    summary: 'Create a post. A repeated clientId returns the same post.',
  },
  get: {
    method: 'GET',
    path: '/feeds/:id/posts/:postId',
    access: 'member',
    params: PostParams,
    errors: ['post.notFound'],
    reply: FeedPostForViewer,
    summary: 'One post; 404 without the right to open it.',
  },
  getPublic: {
    method: 'GET',
    path: '/feeds/:id/posts/:postId/public',
    access: 'public',
    params: PostParams,
    errors: ['post.notFound'],
    reply: FeedPostForViewer,
    summary: 'The same without a session, for public feeds.',
  },
  edit: {
    method: 'PUT',
    path: '/feeds/:id/posts/:postId',
    access: 'member',
    budget: 'everyday',
    params: PostParams,
    form: PostForm.extend({
      /** Files to remove, as ids with commas between them. Unknown ids are ignored. */
      removedMediaIds: MediaIdsText,
    }),
    errors: ['conflict', 'tooManyRequests', 'post.notFound', 'post.notAllowed', 'post.empty'],
    reply: FeedPostForViewer,
    summary:
      'Change the text and the location of a post, and add and remove files. A change by the author may make it pending. A repeated clientId changes the post once.',
  },
  review: {
    method: 'PUT',
    path: '/feeds/:id/posts/:postId/review',
    access: 'member',
    params: PostParams,
    body: z.object({
      isApproved: z.boolean('posts.review.choose'),
      reviewRemarks: bodyText().max(REVIEW_REMARKS_MAX, 'common.tooLong').default(''),
    }),
    errors: ['post.notFound', 'post.notAllowed', 'post.alreadyReviewed'],
    reply: FeedPostForViewer,
    summary: 'Approve or reject a pending post; 409 if it was already reviewed.',
  },
  removeMedia: {
    method: 'PUT',
    path: '/feeds/:id/posts/:postId/remove-media',
    access: 'member',
    params: PostParams,
    body: z.object({ mediaIds: MediaIds.min(1, 'common.wrongType') }),
    errors: ['post.notFound', 'post.notAllowed', 'post.empty'],
    reply: FeedPostForViewer,
    summary: 'Remove files from a post. Unknown ids are ignored.',
  },
  remove: {
    method: 'DELETE',
    path: '/feeds/:id/posts/:postId',
    access: 'member',
    params: PostParams,
    errors: ['post.notFound', 'post.notAllowed'],
    reply: RemovalReply,
    summary: 'Delete a post.',
  },
  view: {
    method: 'POST',
    path: '/views',
    access: 'public',
    body: z.object({
      EntityId: Uuid,
      entityType: z.literal('post', 'common.wrongType'),
      /** Accepted for compatibility. The id of another user is refused. */
      UserId: Uuid.nullish(),
      /** Identifies the browser session: each post counts it once. Without it the session of a signed-in user is used. */
      clientId: Uuid.optional(),
    }),
    errors: ['forbidden', 'tooManyRequests', 'post.notFound'],
    reply: EmptyReply,
    summary: 'Count a view of a post; 404 without the right to open it.',
  },
})

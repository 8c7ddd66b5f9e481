import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { Done, defineRoutes, FlagText, Instant, Uuid, Version } from '../define.ts'
import { Media } from '../files.ts'
import { FILES_MAX, POST_MAX, POST_PAGE, POST_PAGE_MAX, REVIEW_REMARKS_MAX, SEARCH_MAX } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'

/** How often a post was seen, liked and commented. */
export const PostCounts = z.object({
  /** Once for each browser session. */
  views: z.int().nonnegative(),
  likeCount: z.int().nonnegative(),
  commentCount: z.int().nonnegative(),
  /** Raised with each of the three: a client's cache takes no older counts, whatever the post's own version is. */
  countsVersion: Version,
})
export type PostCounts = z.infer<typeof PostCounts>

/** A post as every reader sees it (specification, section 3). What a reviewer remarked is apart: {@link PostReview}. */
export const FeedPost = z
  .object({
    id: Uuid,
    FeedId: Uuid,
    CreatedByUserId: Uuid,
    createdBy: Person,
    textContent: z.string(),
    /** In the order in which they were added. */
    postMedia: z.array(Media),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    createdAt: Instant,
    /** Of the words, the files, the place and the review; counts do not touch it. */
    updatedAt: Instant,
    /** null: it awaits approval; false: rejected. Only its author and the feed's moderators ever see those. */
    isApproved: z.boolean().nullable(),
    ...PostCounts.shape,
    version: Version,
  })
  .meta({ id: 'FeedPost' })
export type FeedPost = z.infer<typeof FeedPost>

/** How a post was reviewed; for its author and the feed's moderators. All null: nobody reviewed it, or it waits again. */
export const PostReview = z.object({
  reviewRemarks: z.string().nullable(),
  reviewedAt: Instant.nullable(),
  ReviewedByUserId: Uuid.nullable(),
  reviewedBy: Person.nullable(),
})
export type PostReview = z.infer<typeof PostReview>

/** A post with its review. */
export const ReviewedPost = FeedPost.extend({ review: PostReview }).meta({ id: 'ReviewedPost' })
export type ReviewedPost = z.infer<typeof ReviewedPost>

/** What the post is to this viewer: apart from the post, so that one packet serves a whole room. */
export const FeedPostForViewer = FeedPost.extend({
  viewer: z.object({
    hasLiked: z.boolean(),
    /** null: the viewer is neither its author nor a moderator. */
    review: PostReview.nullable(),
  }),
}).meta({ id: 'FeedPostForViewer' })
export type FeedPostForViewer = z.infer<typeof FeedPostForViewer>

export const PostStatus = z.enum(['pending', 'approved', 'rejected'], 'common.wrongType')
export type PostStatus = z.infer<typeof PostStatus>

const wholeFrom1 = z.coerce.number('common.wrongType').int('common.wrongType').min(1, 'common.wrongType')

/** A day counts from its first moment (UTC). */
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], 'common.wrongType')

/** A page of posts, and which of them. */
const PostPageQuery = z.object({
  /** From 1. Pages by number shift while others post; {@link PostPage} `nextCursor` goes on without that. */
  'page[pageNumber]': wholeFrom1.max(100_000, 'common.wrongType').default(1),
  'page[limit]': wholeFrom1.max(POST_PAGE_MAX, 'common.wrongType').default(POST_PAGE),
  /** The `nextCursor` of the page before; the page number then does not count. */
  'page[after]': Uuid.optional(),
  /** A part of the author's name; width and capitals do not count. */
  'filter[userName]': z.string().trim().min(1, 'common.required').max(SEARCH_MAX, 'common.tooLong').optional(),
  /** Posted at this moment or later. */
  'filter[startDate]': Moment.optional(),
  /** Posted at this moment or before; a day counts whole. */
  'filter[endDate]': Moment.optional(),
  /** Approved unless given or `mine`. Of those that wait or are rejected one gets one's own, a moderator all. */
  'filter[status]': PostStatus.optional(),
  /** One's own alone, whatever their status. */
  'filter[mine]': FlagText.default(false),
  /** By the moment of posting. */
  'orderBy[sortOrder]': z
    .string()
    .toLowerCase()
    .pipe(z.enum(['asc', 'desc'], 'common.wrongType'))
    .default('desc'),
})

export const PostPage = z.object({
  posts: z.array(FeedPostForViewer),
  /** null: this was the last one. */
  nextPage: z.int().nullable(),
  /** For `page[after]`; null: this was the last one. */
  nextCursor: Uuid.nullable(),
})
export type PostPage = z.infer<typeof PostPage>

/** A post on the map: no more than a pin and its card show. */
export const PostPin = z.object({
  id: Uuid,
  FeedId: Uuid,
  latitude: z.number(),
  longitude: z.number(),
  /** Its first characters. */
  textContent: z.string(),
  createdBy: Person,
  createdAt: Instant,
  /** The first picture, small; null where there is none. */
  previewUrl: z.string().nullable(),
})
export type PostPin = z.infer<typeof PostPin>

const inBox = ([west, south, east, north]: readonly number[]): boolean =>
  [west, east].every((degrees) => degrees !== undefined && Math.abs(degrees) <= 180) &&
  south !== undefined &&
  north !== undefined &&
  south >= -90 &&
  south <= north &&
  north <= 90

/** `west,south,east,north` in degrees. West of more than east crosses the date line. */
const Box = z
  .string('common.wrongType')
  .regex(/^-?\d{1,3}(\.\d{1,15})?(,-?\d{1,3}(\.\d{1,15})?){3}$/, { error: 'common.wrongType', abort: true })
  .refine((text) => inBox(text.split(',').map(Number)), { error: 'common.wrongType', abort: true })
  .transform((text) => {
    const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number)
    return { west, south, east, north }
  })

/** Words of a form: browsers end its lines by two signs. */
const Text = z
  .string()
  .overwrite((text) => text.replaceAll('\r\n', '\n').trim())
  .max(POST_MAX, 'posts.tooLong')
  .default('')

/** Files come beside it as `mediaUrl`, of every kind; a post needs words or a file. Both coordinates are a place; one alone is none. */
const PostForm = z.object({ textContent: Text, latitude: LatitudeText, longitude: LongitudeText })

const InFeed = z.object({ id: Uuid })
const ById = z.object({ id: Uuid, postId: Uuid })

export const postRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/feeds/:id/posts/',
    access: 'member',
    params: InFeed,
    query: PostPageQuery,
    reply: PostPage,
    summary: 'The posts of a feed that oneself may read, newest first unless asked otherwise.',
  },
  listPublic: {
    method: 'GET',
    path: '/feeds/:id/posts/public',
    access: 'public',
    params: InFeed,
    query: PostPageQuery,
    reply: PostPage,
    summary: 'The same of a public feed, for everybody.',
  },
  map: {
    method: 'GET',
    path: '/feeds/:id/posts/map',
    access: 'public',
    params: InFeed,
    query: z.object({ bbox: Box.optional() }),
    reply: z.object({
      items: z.array(PostPin),
      /** false: the box holds more than POSTS_ON_MAP_MAX; these are the newest. */
      isComplete: z.boolean(),
    }),
    summary: 'Approved posts with a place, in a box or all over the world; of too many the newest.',
  },
  create: {
    method: 'POST',
    path: '/feeds/:id/posts',
    access: 'member',
    params: InFeed,
    form: PostForm.extend({
      /** Taken for compatibility; another's is refused. */
      CreatedByUserId: Uuid.optional(),
      clientId: Uuid.optional(),
    }),
    status: 201,
    reply: FeedPostForViewer,
    summary: 'Post. The same clientId again answers the same post.',
  },
  get: {
    method: 'GET',
    path: '/feeds/:id/posts/:postId',
    access: 'member',
    params: ById,
    reply: FeedPostForViewer,
    summary: 'One post; 404 for who may not see it.',
  },
  getPublic: {
    method: 'GET',
    path: '/feeds/:id/posts/:postId/public',
    access: 'public',
    params: ById,
    reply: FeedPostForViewer,
    summary: 'The same of a public feed, for everybody.',
  },
  edit: {
    method: 'PUT',
    path: '/feeds/:id/posts/:postId',
    access: 'member',
    params: ById,
    form: PostForm,
    reply: FeedPostForViewer,
    summary: 'Change the words and the place of a post, and add files. An author’s change may put it back to waiting.',
  },
  review: {
    method: 'PUT',
    path: '/feeds/:id/posts/:postId/review',
    access: 'member',
    params: ById,
    body: z.object({
      isApproved: z.boolean('posts.review.choose'),
      reviewRemarks: z.string('common.wrongType').trim().max(REVIEW_REMARKS_MAX, 'common.tooLong').default(''),
    }),
    reply: FeedPostForViewer,
    summary: 'Approve or reject a post that waits; 409 where somebody else was faster.',
  },
  removeMedia: {
    method: 'PUT',
    path: '/feeds/:id/posts/:postId/remove-media',
    access: 'member',
    params: ById,
    body: z.object({
      mediaIds: z.array(Uuid, 'common.wrongType').min(1, 'common.wrongType').max(FILES_MAX, 'common.wrongType'),
    }),
    reply: FeedPostForViewer,
    summary: 'Take files off a post; ids that it has not are passed over.',
  },
  remove: {
    method: 'DELETE',
    path: '/feeds/:id/posts/:postId',
    access: 'member',
    params: ById,
    reply: Done,
    summary: 'Delete a post.',
  },
  view: {
    method: 'POST',
    path: '/views',
    access: 'public',
    body: z.object({
      EntityId: Uuid,
      entityType: z.literal('post', 'common.wrongType'),
      /** Taken for compatibility; another's is refused. */
      UserId: Uuid.nullish(),
      /** The browser session's: the same again for the same post is not counted. Without it the session of who is signed in counts. */
      clientId: Uuid.optional(),
    }),
    reply: Done,
    summary: 'A post was seen; 404 for who may not see it.',
  },
})

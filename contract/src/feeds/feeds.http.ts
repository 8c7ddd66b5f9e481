import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Done, FlagText, Instant, listOf, Uuid, Version } from '../define.ts'
import { FEED_DESCRIPTION_MAX, FEED_NAME_MAX, FEED_NAME_MIN } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'

/** A feed as every reader sees it (specification, section 3). */
export const Feed = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string(),
    /** null: it has no cover. */
    coverImageUrl: z.string().nullable(),
    /** The cover at most 640 px wide or high. */
    coverPreviewUrl: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** Anonymous visitors may read it too. */
    isPublic: z.boolean(),
    /** Who is signed in may read it without being a member. */
    isOpenToUsers: z.boolean(),
    /** Everybody who is signed in and may read it may post, and posts are approved at once. */
    allowsPostByAnyUser: z.boolean(),
    /** Posts wait for a moderator: always the contrary of `allowsPostByAnyUser`. */
    isModerated: z.boolean(),
    CreatedByUserId: Uuid,
    createdBy: Person,
    createdAt: Instant,
    updatedAt: Instant,
    version: Version,
  })
  .meta({ id: 'Feed' })
export type Feed = z.infer<typeof Feed>

/** Words of a form: browsers end its lines by two signs. */
const FormText = z.string().overwrite((text) => text.replaceAll('\r\n', '\n').trim())

/**
 * The rules of a feed's form (specification, section 5); the server's too. The cover comes beside it as `coverImage`: one picture.
 * Both coordinates are a place; one alone is none.
 */
export const FeedForm = z.object({
  name: z
    .string('feeds.nameRequired')
    .trim()
    .min(1, { error: 'feeds.nameRequired', abort: true })
    .min(FEED_NAME_MIN, 'feeds.nameTooShort')
    .max(FEED_NAME_MAX, 'feeds.nameTooLong'),
  description: FormText.max(FEED_DESCRIPTION_MAX, 'common.tooLong').default(''),
  isPublic: FlagText.default(false),
  isOpenToUsers: FlagText.default(true),
  allowsPostByAnyUser: FlagText.default(false),
  latitude: LatitudeText,
  longitude: LongitudeText,
  /** Takes the cover away; without it and without a new one, the cover stays. */
  removesCover: FlagText.default(false),
})

const ById = z.object({ id: Uuid })

export const feedRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/feeds',
    access: 'member',
    reply: listOf(Feed),
    summary: 'The feeds that oneself may read, by name; all of them.',
  },
  listPublic: {
    method: 'GET',
    path: '/feeds/public',
    access: 'public',
    reply: listOf(Feed),
    summary: 'The feeds that everybody may read, by name; all of them.',
  },
  get: {
    method: 'GET',
    path: '/feeds/:id',
    access: 'public',
    params: ById,
    reply: Feed,
    summary: 'One feed; 404 for who may not read it.',
  },
  create: {
    method: 'POST',
    path: '/feeds',
    access: 'admin',
    refusal: 'feed.notAllowed',
    form: FeedForm.extend({ clientId: Uuid.optional() }),
    status: 201,
    reply: Feed,
    summary: 'Make a feed; oneself is its first member, with every flag. The same clientId again answers the same feed.',
  },
  edit: {
    method: 'PUT',
    path: '/feeds/:id',
    access: 'admin',
    refusal: 'feed.notAllowed',
    params: ById,
    form: FeedForm,
    reply: Feed,
    summary: 'Change a feed. Where anybody may post from now on, the posts that wait are approved.',
  },
  remove: {
    method: 'DELETE',
    path: '/feeds/:id',
    access: 'admin',
    refusal: 'feed.notAllowed',
    params: ById,
    reply: Done,
    summary: 'Delete a feed with all its posts.',
  },
})

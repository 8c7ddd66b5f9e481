import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, FlagText, listOf, RemovalReply, Timestamp, Uuid, Version } from '../define.ts'
import { FEED_DESCRIPTION_MAX, FEED_NAME_MAX, FEED_NAME_MIN } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'
import { bodyText } from '../text/body-text.ts'
import { nameText } from '../text/name-text.ts'

/** A feed, the same for all readers (specification, section 3). */
export const Feed = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string(),
    /** null: the feed has no cover. */
    coverImageUrl: z.string().nullable(),
    /** The cover at most 640 px wide or high. */
    coverPreviewUrl: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** Anonymous visitors may read it too. */
    isPublic: z.boolean(),
    /** Signed-in users may read it without a membership. */
    isOpenToUsers: z.boolean(),
    /** All signed-in readers may post. Posts need no approval. */
    allowsPostByAnyUser: z.boolean(),
    /** Posts need the approval of a moderator. It is always the opposite of `allowsPostByAnyUser`. */
    isModerated: z.boolean(),
    /** All units of the group have it. */
    isShared: z.boolean().optional(),
    CreatedByUserId: Uuid,
    createdBy: Person,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: Version,
  })
  .meta({ id: 'Feed' })
export type Feed = z.infer<typeof Feed>

/**
 * The form of a feed (specification, section 5). One picture for the cover is sent as `coverImage`.
 * A location needs both coordinates; a single one is ignored.
 */
export const FeedForm = z.object({
  name: nameText('feeds.nameRequired')
    .min(1, { error: 'feeds.nameRequired', abort: true })
    .min(FEED_NAME_MIN, 'feeds.nameTooShort')
    .max(FEED_NAME_MAX, 'feeds.nameTooLong'),
  description: bodyText().max(FEED_DESCRIPTION_MAX, 'common.tooLong').default(''),
  isPublic: FlagText.default(false),
  isOpenToUsers: FlagText.default(true),
  allowsPostByAnyUser: FlagText.default(false),
  /** Whether all units of the group get it. Absent: as it was; at first, it stays at this unit. */
  isShared: FlagText.optional(),
  latitude: LatitudeText,
  longitude: LongitudeText,
  /** Removes the cover. If it is false and no cover is sent, the cover stays. */
  removesCover: FlagText.default(false),
})

const IdParams = z.object({ id: Uuid })

export const feedRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/feeds',
    access: 'member',
    reply: listOf(Feed),
    summary: 'All feeds that the user may read, ordered by name.',
  },
  listPublic: {
    method: 'GET',
    path: '/feeds/public',
    access: 'public',
    reply: listOf(Feed),
    summary: 'All public feeds, ordered by name.',
  },
  get: {
    method: 'GET',
    path: '/feeds/:id',
    access: 'public',
    params: IdParams,
    errors: ['feed.notFound'],
    reply: Feed,
    summary: 'One feed; 404 without the right to read it.',
  },
  create: {
    method: 'POST',
    path: '/feeds',
    access: 'admin',
    refusal: 'feed.notAllowed',
    form: FeedForm.extend({ clientId: Uuid.optional() }),
    errors: ['conflict', 'file.notPicture', 'feed.notFound', 'feed.unitsNotSharing'],
    status: 201,
    reply: Feed,
    summary: 'Create a feed. The creator becomes its first member with all flags. A repeated clientId returns the same feed.',
  },
  edit: {
    method: 'PUT',
    path: '/feeds/:id',
    access: 'admin',
    refusal: 'feed.notAllowed',
    params: IdParams,
    form: FeedForm,
    errors: ['file.notPicture', 'feed.notFound', 'feed.unitsNotSharing', 'feed.staysShared', 'feed.ofOtherUnit'],
    reply: Feed,
    summary: 'Change a feed. When posting becomes open to all users, pending posts are approved.',
  },
  remove: {
    method: 'DELETE',
    path: '/feeds/:id',
    access: 'admin',
    refusal: 'feed.notAllowed',
    params: IdParams,
    errors: ['feed.notFound'],
    reply: RemovalReply,
    summary: 'Delete a feed with all its posts.',
  },
})

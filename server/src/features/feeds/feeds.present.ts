import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { FeedFacts, PostFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import type { FeedPost, FeedPostForViewer, PostCounts, PostPin, PostReview } from '@noroshi/contract/feeds/posts.http'
import { cutText } from '@noroshi/contract/text/graphemes'
import { PIN_TEXT_MAX } from '@noroshi/contract/limits'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { presentMedia } from '#/features/files/files.service.ts'
import type { FeedMemberRow } from './feed-members.sql.ts'
import type { FeedRow, FlagsRow } from './feeds.sql.ts'
import type { CountsRow } from './post-counts.sql.ts'
import type { PinRow } from './post-pages.sql.ts'
import type { PostRow } from './posts.sql.ts'

export function presentFeed(row: FeedRow): Feed {
  const cover = row.cover && presentMedia(row.cover)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    coverImageUrl: cover?.mediaUrl ?? null,
    coverPreviewUrl: cover?.previewUrl ?? null,
    latitude: row.latitude,
    longitude: row.longitude,
    isPublic: row.is_public,
    isOpenToUsers: row.is_open_to_users,
    allowsPostByAnyUser: row.allows_post_by_any_user,
    isModerated: !row.allows_post_by_any_user,
    ...(row.scope === 'group' && { isShared: true }),
    CreatedByUserId: row.created_by,
    createdBy: presentPerson({ ...row, id: row.created_by }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

const presentFlags = (row: FlagsRow) => ({
  canPost: row.can_post,
  canUpdate: row.can_update,
  canModeratePosts: row.can_moderate_posts,
  canModerateMembers: row.can_moderate_members,
})

export const presentMember = (row: FeedMemberRow): FeedMember => ({
  id: row.id,
  FeedId: row.feed_id,
  UserId: row.user_id,
  user: presentPerson({ ...row, id: row.user_id }),
  isActive: row.is_active,
  ...presentFlags(row),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

/** Returns the facts that the abilities of a feed use, with the membership of the user for whom the row was loaded. */
export const factsOf = (feed: FeedRow): FeedFacts => ({
  isPublic: feed.is_public,
  isOpenToUsers: feed.is_open_to_users,
  allowsPostByAnyUser: feed.allows_post_by_any_user,
  membership: feed.membership && presentFlags(feed.membership),
})

export const postFactsOf = (feed: FeedRow, post: Pick<PostRow, 'created_by' | 'is_approved'>): PostFacts => ({
  feed: factsOf(feed),
  CreatedByUserId: post.created_by,
  isApproved: post.is_approved,
})

export const presentCounts = (row: CountsRow | PostRow): PostCounts => ({
  views: row.view_count,
  likeCount: row.like_count,
  commentCount: row.comment_count,
  countsVersion: row.counts_version,
})

export const presentPost = (row: PostRow): FeedPost => ({
  id: row.id,
  FeedId: row.feed_id,
  CreatedByUserId: row.created_by,
  createdBy: presentPerson({ ...row, id: row.created_by }),
  textContent: row.text_content,
  postMedia: row.medias.map(presentMedia),
  latitude: row.latitude,
  longitude: row.longitude,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  isApproved: row.is_approved,
  ...presentCounts(row),
  version: row.version,
})

export const presentReview = (row: PostRow): PostReview => ({
  reviewRemarks: row.review_remarks,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  ReviewedByUserId: row.reviewed_by,
  reviewedBy: row.reviewer && presentPerson(row.reviewer),
})

export const presentPostFor = (viewer: Viewer, feed: FeedRow, row: PostRow): FeedPostForViewer => ({
  ...presentPost(row),
  viewer: {
    hasLiked: row.has_liked,
    review: can(viewer, 'post:readReview', postFactsOf(feed, row)) ? presentReview(row) : null,
  },
})

export const presentPin = (row: PinRow): PostPin => ({
  id: row.id,
  FeedId: row.feed_id,
  latitude: row.latitude,
  longitude: row.longitude,
  textContent: cutText(row.text_content, PIN_TEXT_MAX),
  createdBy: presentPerson({ ...row, id: row.created_by }),
  createdAt: row.created_at.toISOString(),
  previewUrl: row.picture && presentMedia(row.picture).previewUrl,
})

import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import type { FeedPost, FeedPostForViewer, PostReview } from '@noroshi/contract/feeds/posts.http'

const idOf = (kind: number, number: number) =>
  `0199${String(kind).padStart(4, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`
const minute = (number: number) => new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString()

export const person = (firstName: string): Person => ({
  id: idOf(1, firstName.charCodeAt(0)),
  firstName,
  lastName: '',
  fullName: firstName,
  avatarUrl: null,
})

/** A moderated, public feed of Aiko. */
export const aFeed: Feed = {
  id: idOf(5, 1),
  name: 'River watch',
  description: '',
  coverImageUrl: null,
  coverPreviewUrl: null,
  latitude: null,
  longitude: null,
  isPublic: true,
  isOpenToUsers: true,
  allowsPostByAnyUser: false,
  isModerated: true,
  CreatedByUserId: person('Aiko').id,
  createdBy: person('Aiko'),
  createdAt: minute(0),
  updatedAt: minute(0),
  version: 1,
}

export const aMember = (user: Person, flags: Partial<FeedMember> = {}): FeedMember => ({
  id: idOf(6, user.firstName.charCodeAt(0)),
  FeedId: aFeed.id,
  UserId: user.id,
  user,
  canPost: true,
  canUpdate: false,
  canModeratePosts: false,
  canModerateMembers: false,
  isActive: true,
  createdAt: minute(0),
  updatedAt: minute(0),
  version: 1,
  ...flags,
})

export const unreviewed: PostReview = { reviewRemarks: null, reviewedAt: null, ReviewedByUserId: null, reviewedBy: null }

/** Returns a post of Chie. Higher numbers are newer. */
export const aPost = (number: number, changes: Partial<FeedPostForViewer> = {}): FeedPostForViewer => ({
  id: idOf(7, number),
  FeedId: aFeed.id,
  CreatedByUserId: person('Chie').id,
  createdBy: person('Chie'),
  textContent: `post ${number}`,
  postMedia: [],
  latitude: null,
  longitude: null,
  createdAt: minute(number),
  updatedAt: minute(number),
  isApproved: true,
  views: 0,
  likeCount: 0,
  commentCount: 0,
  countsVersion: 0,
  version: 1,
  viewer: { hasLiked: false, review: null },
  ...changes,
})

/** Returns the fields of a post that are the same for all users. */
export function sharedPost({ viewer: _own, ...post }: FeedPostForViewer): FeedPost {
  return post
}

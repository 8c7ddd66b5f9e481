import { defineAbilities, type Viewer } from '../define.ts'

/** The facts that rights in a feed hang on. A feed and `members/me` (404: null) are these facts as they come. */
export interface FeedFacts {
  readonly isPublic: boolean
  readonly isOpenToUsers: boolean
  readonly allowsPostByAnyUser: boolean
  /** The viewer's own; null: no member. */
  readonly membership: {
    readonly canPost: boolean
    readonly canUpdate: boolean
    readonly canModeratePosts: boolean
    readonly canModerateMembers: boolean
  } | null
}

export interface FeedMemberFacts extends FeedFacts {
  /** Whose membership it is about. */
  readonly UserId: string
  readonly CreatedByUserId: string
}

export interface PostFacts {
  readonly feed: FeedFacts
  readonly CreatedByUserId: string
  readonly isApproved: boolean | null
}

const mayOpen = (viewer: Viewer, feed: FeedFacts) =>
  feed.isPublic || (viewer !== null && (feed.isOpenToUsers || feed.membership !== null || viewer.isAdmin))
const moderates = (viewer: Viewer, feed: FeedFacts) => viewer !== null && feed.membership?.canModeratePosts === true
const managesMembers = (viewer: Viewer, feed: FeedFacts) =>
  viewer !== null && (viewer.isAdmin || feed.membership?.canModerateMembers === true)

const isAuthor = (viewer: Viewer, post: Pick<PostFacts, 'CreatedByUserId'>) => viewer?.id === post.CreatedByUserId
const maySee = (viewer: Viewer, post: PostFacts) =>
  mayOpen(viewer, post.feed) && (post.isApproved === true || isAuthor(viewer, post) || moderates(viewer, post.feed))
const mayChange = (viewer: Viewer, post: PostFacts) =>
  viewer !== null && maySee(viewer, post) && (isAuthor(viewer, post) || post.feed.membership?.canUpdate === true)

/** Specification, section 6; product decisions 'Feeds and pages'. Who may not open a feed or a post gets 404, never 403. */
export const feedAbilities = defineAbilities({
  'feed:open': mayOpen,
  'feed:post': (viewer, feed: FeedFacts) =>
    viewer !== null && mayOpen(viewer, feed) && (feed.allowsPostByAnyUser || feed.membership?.canPost === true),
  /** Sees what waits. */
  'feed:moderatePosts': moderates,
  /** Administrators too, so that no feed is left without anybody who looks after its members. */
  'feed:manageMembers': managesMembers,
  'feed:changeMember': (viewer, member: FeedMemberFacts) =>
    managesMembers(viewer, member) &&
    (viewer?.isAdmin === true || (member.UserId !== viewer?.id && member.UserId !== member.CreatedByUserId)),
  /** Creates, edits and deletes feeds. */
  'feed:administer': (viewer) => viewer?.isAdmin === true,
  'post:open': maySee,
  'post:edit': mayChange,
  'post:delete': mayChange,
  /** That it still waits is a state, not a right: a reviewed one answers 409. */
  'post:review': (viewer, post: PostFacts) =>
    moderates(viewer, post.feed) && !post.feed.allowsPostByAnyUser && !isAuthor(viewer, post),
  /** Remarks, who reviewed and when. */
  'post:readReview': (viewer, post: PostFacts) => isAuthor(viewer, post) || moderates(viewer, post.feed),
  'post:like': (viewer, post: PostFacts) => viewer !== null && maySee(viewer, post),
  'post:comment': (viewer, post: PostFacts) => viewer !== null && maySee(viewer, post),
})

import { defineAbilities, type Viewer } from '../define.ts'
import { mayChangeMember, mayGrantFlag, type MemberFacts } from '../member-rights.ts'

/** The facts that determine the rights in a feed. The replies for a feed and for its `membership` contain them. */
export interface FeedFacts {
  readonly isPublic: boolean
  readonly isOpenToUsers: boolean
  readonly allowsPostByAnyUser: boolean
  /** The viewer's membership; null: the viewer is not a member. */
  readonly membership: {
    readonly canPost: boolean
    readonly canUpdate: boolean
    readonly canModeratePosts: boolean
    readonly canModerateMembers: boolean
  } | null
}

export interface FeedMemberFacts extends FeedFacts, MemberFacts {}

/** A flag that the viewer gives to a member of a feed. */
export interface FeedGrantFacts extends FeedFacts {
  /** The flag to give to a member. */
  readonly flag: keyof NonNullable<FeedFacts['membership']>
}

/** A post, for its rights. `isApproved`: null while it awaits approval, false if it was rejected. */
export interface PostFacts {
  readonly feed: FeedFacts
  readonly CreatedByUserId: string
  readonly isApproved: boolean | null
}

const mayOpen = (viewer: Viewer, feed: FeedFacts) =>
  feed.isPublic || (viewer !== null && (feed.isOpenToUsers || feed.membership !== null || viewer.isAdmin))
const isModerator = (viewer: Viewer, feed: FeedFacts) => viewer !== null && feed.membership?.canModeratePosts === true
const mayManageMembers = (viewer: Viewer, feed: FeedFacts) =>
  viewer !== null && (viewer.isAdmin || feed.membership?.canModerateMembers === true)

const isAuthor = (viewer: Viewer, post: Pick<PostFacts, 'CreatedByUserId'>) => viewer?.id === post.CreatedByUserId
const maySee = (viewer: Viewer, post: PostFacts) =>
  mayOpen(viewer, post.feed) && (post.isApproved === true || isAuthor(viewer, post) || isModerator(viewer, post.feed))
const mayChange = (viewer: Viewer, post: PostFacts) =>
  viewer !== null && maySee(viewer, post) && (isAuthor(viewer, post) || post.feed.membership?.canUpdate === true)

/** The rights in feeds (specification, section 6). Without the right to open a feed or post the server answers 404, never 403. */
export const feedAbilities = defineAbilities({
  'feed:open': mayOpen,
  'feed:post': (viewer, feed: FeedFacts) =>
    viewer !== null && mayOpen(viewer, feed) && (feed.allowsPostByAnyUser || feed.membership?.canPost === true),
  /** Sees pending posts. */
  'feed:moderatePosts': isModerator,
  /** Administrators have it too, so that each feed has users who can manage its members. */
  'feed:manageMembers': mayManageMembers,
  'feed:changeMember': (viewer, member: FeedMemberFacts) => mayChangeMember(viewer, mayManageMembers(viewer, member), member),
  'feed:grantFlag': (viewer, grant: FeedGrantFacts) =>
    mayGrantFlag(viewer, mayManageMembers(viewer, grant), grant.membership, grant.flag),
  /** Creates, edits and deletes feeds. */
  'feed:administer': (viewer) => viewer?.isAdmin === true,
  'post:open': maySee,
  'post:edit': mayChange,
  'post:delete': mayChange,
  /** Whether the post is pending is a state, not a right: the review of a reviewed post answers 409. */
  'post:review': (viewer, post: PostFacts) =>
    isModerator(viewer, post.feed) && !post.feed.allowsPostByAnyUser && !isAuthor(viewer, post),
  /** Sees the remarks, the reviewer and the time of the review. */
  'post:readReview': (viewer, post: PostFacts) => isAuthor(viewer, post) || isModerator(viewer, post.feed),
  'post:like': (viewer, post: PostFacts) => viewer !== null && maySee(viewer, post),
  'post:comment': (viewer, post: PostFacts) => viewer !== null && maySee(viewer, post),
})

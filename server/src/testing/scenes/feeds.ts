import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { type FeedFlags, type FeedMember, feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { type Feed, feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { type FeedPostForViewer, type PostPage, postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Caller, SentFile } from '../caller.ts'
import type { TestUser } from '../test-server.ts'

type Form = Record<string, string>

/** The default flags of a feed: only members read and post. */
const CLOSED = { isPublic: 'false', isOpenToUsers: 'false', allowsPostByAnyUser: 'false' }
export const OPEN = { isOpenToUsers: 'true' }
export const PUBLIC = { isPublic: 'true', isOpenToUsers: 'true' }
export const FREE = { ...PUBLIC, allowsPostByAnyUser: 'true' }

// Actions of users in feeds. All except the request functions throw for an error status.
export const createFeed = (admin: TestUser, form: Form = {}, files: SentFile[] = []): Promise<Feed> =>
  admin.fetch(feedRoutes.create, { form: { name: 'River watch', ...CLOSED, ...form }, files })

export async function addFeedMember(
  manager: TestUser,
  feedId: string,
  person: TestUser,
  flags: Partial<FeedFlags> = {},
): Promise<FeedMember> {
  const params = { id: feedId }
  const { items } = await manager.fetch(feedMemberRoutes.add, { params, body: { members: [person.id] } })
  const member = items.find(({ UserId }) => UserId === person.id)
  if (!member) throw new Error('the member was not added')
  return manager.fetch(feedMemberRoutes.change, { params: { ...params, memberId: member.id }, body: flags })
}

export const requestPost = (person: Caller, feedId: string, form: Form = {}, files: SentFile[] = []) =>
  person.request(postRoutes.create, {
    params: { id: feedId },
    form: { textContent: 'the water falls', ...form },
    files: files.map((file) => ({ field: 'mediaUrl', ...file })),
  })

export async function createPost(
  person: Caller,
  feedId: string,
  form: Form = {},
  files: SentFile[] = [],
): Promise<FeedPostForViewer> {
  const { status, body } = await requestPost(person, feedId, form, files)
  if (status !== 201) throw new Error(`posting returned ${status}: ${JSON.stringify(body)}`)
  return body
}

export const fetchPosts = (person: Caller, feedId: string, query: Record<string, string | number> = {}): Promise<PostPage> =>
  person.fetch(postRoutes.list, { params: { id: feedId }, query })

export const requestGetPost = (person: Caller, { FeedId, id }: Pick<FeedPostForViewer, 'FeedId' | 'id'>) =>
  person.request(postRoutes.get, { params: { id: FeedId, postId: id } })

export const reviewPost = (
  person: Caller,
  { FeedId, id }: Pick<FeedPostForViewer, 'FeedId' | 'id'>,
  isApproved: boolean,
  reviewRemarks = '',
) => person.request(postRoutes.review, { params: { id: FeedId, postId: id }, body: { isApproved, reviewRemarks } })

export const editPost = (
  person: Caller,
  { FeedId, id }: Pick<FeedPostForViewer, 'FeedId' | 'id'>,
  form: Form = {},
  files: SentFile[] = [],
) =>
  person.request(postRoutes.edit, {
    params: { id: FeedId, postId: id },
    form: { textContent: 'the water rises', ...form },
    files: files.map((file) => ({ field: 'mediaUrl', ...file })),
  })

export const deletePost = (person: Caller, { FeedId, id }: Pick<FeedPostForViewer, 'FeedId' | 'id'>) =>
  person.request(postRoutes.remove, { params: { id: FeedId, postId: id } })

const target = (id: string) => ({ EntityId: id, entityType: 'post' })

export const createComment = (
  person: Caller,
  postId: string,
  description = 'thank you',
  files: SentFile[] = [],
): Promise<Comment> => person.fetch(commentRoutes.create, { form: { ...target(postId), description }, files })

export const fetchComments = async (person: Caller, postId: string): Promise<Comment[]> =>
  (await person.fetch(commentRoutes.list, { params: target(postId) })).items

export const likePost = (person: Caller, postId: string) => person.fetch(likeRoutes.like, { body: target(postId) })
export const unlikePost = (person: Caller, postId: string) => person.fetch(likeRoutes.unlike, { params: target(postId) })

import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { type FeedFlags, type FeedMember, feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { type Feed, feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { type FeedPostForViewer, type PostPage, postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Caller, SentFile } from './caller.ts'
import type { Person } from './unit.ts'

type Form = Record<string, string>

/** Who may read and post: a closed feed, unless told otherwise. */
const CLOSED = { isPublic: 'false', isOpenToUsers: 'false', allowsPostByAnyUser: 'false' }
export const OPEN = { isOpenToUsers: 'true' }
export const PUBLIC = { isPublic: 'true', isOpenToUsers: 'true' }
export const FREE = { ...PUBLIC, allowsPostByAnyUser: 'true' }

/** What people do in feeds; each throws where the unit refuses. */
export const makesFeed = (admin: Person, form: Form = {}, files: SentFile[] = []): Promise<Feed> =>
  admin.gets(feedRoutes.create, { form: { name: 'River watch', ...CLOSED, ...form }, files })

export async function takesIn(
  manager: Person,
  feedId: string,
  person: Person,
  flags: Partial<FeedFlags> = {},
): Promise<FeedMember> {
  const params = { id: feedId }
  const { items } = await manager.gets(feedMemberRoutes.add, { params, body: { members: [person.id] } })
  const member = items.find(({ UserId }) => UserId === person.id)
  if (!member) throw new Error('nobody was taken in')
  return manager.gets(feedMemberRoutes.change, { params: { ...params, memberId: member.id }, body: flags })
}

export const tries = (person: Caller, feedId: string, form: Form = {}, files: SentFile[] = []) =>
  person.asks(postRoutes.create, {
    params: { id: feedId },
    form: { textContent: 'the water falls', ...form },
    files: files.map((file) => ({ field: 'mediaUrl', ...file })),
  })

export async function posts(person: Caller, feedId: string, form: Form = {}, files: SentFile[] = []): Promise<FeedPostForViewer> {
  const { status, body } = await tries(person, feedId, form, files)
  if (status !== 201) throw new Error(`posting answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export const lists = (person: Caller, feedId: string, query: Record<string, string | number> = {}): Promise<PostPage> =>
  person.gets(postRoutes.list, { params: { id: feedId }, query })

export const opensPost = (person: Caller, { FeedId, id }: Pick<FeedPostForViewer, 'FeedId' | 'id'>) =>
  person.asks(postRoutes.get, { params: { id: FeedId, postId: id } })

export const reviews = (
  person: Caller,
  { FeedId, id }: Pick<FeedPostForViewer, 'FeedId' | 'id'>,
  isApproved: boolean,
  reviewRemarks = '',
) => person.asks(postRoutes.review, { params: { id: FeedId, postId: id }, body: { isApproved, reviewRemarks } })

export const edits = (
  person: Caller,
  { FeedId, id }: Pick<FeedPostForViewer, 'FeedId' | 'id'>,
  form: Form = {},
  files: SentFile[] = [],
) =>
  person.asks(postRoutes.edit, {
    params: { id: FeedId, postId: id },
    form: { textContent: 'the water rises', ...form },
    files: files.map((file) => ({ field: 'mediaUrl', ...file })),
  })

export const deletes = (person: Caller, { FeedId, id }: Pick<FeedPostForViewer, 'FeedId' | 'id'>) =>
  person.asks(postRoutes.remove, { params: { id: FeedId, postId: id } })

const target = (id: string) => ({ EntityId: id, entityType: 'post' })

export const comments = (person: Caller, postId: string, description = 'thank you', files: SentFile[] = []): Promise<Comment> =>
  person.gets(commentRoutes.create, { form: { ...target(postId), description }, files })

export const readsComments = async (person: Caller, postId: string): Promise<Comment[]> =>
  (await person.gets(commentRoutes.list, { params: target(postId) })).items

export const likes = (person: Caller, postId: string) => person.gets(likeRoutes.like, { body: target(postId) })
export const unlikes = (person: Caller, postId: string) => person.gets(likeRoutes.unlike, { params: target(postId) })

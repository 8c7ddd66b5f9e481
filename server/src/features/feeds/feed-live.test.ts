import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { type FeedPost, postRoutes } from '@noroshi/contract/feeds/posts.http'
import {
  createComment,
  deletePost,
  editPost,
  FREE,
  likePost,
  createFeed,
  OPEN,
  requestGetPost,
  createPost,
  PUBLIC,
  reviewPost,
  addFeedMember,
  unlikePost,
} from '#/testing/scenes/feeds.ts'
import type { TestSocket } from '#/testing/test-socket.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
let creator: TestUser
let author: TestUser
let moderator: TestUser
let reader: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  creator = await noroshi.admin('Ito')
  ;[author, moderator, reader] = await noroshi.people('Aiko', 'Ben', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function feedOf(kind: Record<string, string>): Promise<string> {
  const { id } = await createFeed(creator, kind)
  await addFeedMember(creator, id, author, { canPost: true })
  await addFeedMember(creator, id, moderator, { canModeratePosts: true })
  return id
}

const openSocketOf = (person: TestUser | null) => noroshi.openSocket(person?.token ? { token: person.token } : {})
async function joinFeed(person: TestUser | null, feedId: string): Promise<TestSocket> {
  const listener = await openSocketOf(person)
  expect(await listener.send('feed:join', { feedId })).toEqual({ ok: true })
  return listener
}
async function joinComments(person: TestUser | null, postId: string): Promise<TestSocket> {
  const listener = await openSocketOf(person)
  expect(await listener.send('comment:join', { entityId: postId })).toEqual({ ok: true })
  return listener
}

/** Returns the post as a refetch returns it: the shared fields and the review. */
async function refetch(person: TestUser, post: Pick<FeedPost, 'FeedId' | 'id'>) {
  const { status, body } = await requestGetPost(person, post)
  expect(status).toBe(200)
  const { viewer, ...shared } = body
  return { shared, review: viewer.review }
}

const POST_EVENTS = ['post:created', 'post:updated', 'post:deleted', 'post:review', 'post:counted', 'like:changed'] as const
async function postEventsOf(listener: TestSocket): Promise<string[]> {
  await listener.settle()
  return listener.names().filter((name) => POST_EVENTS.some((one) => one === name))
}

test('each event of a post equals a refetch, and outsiders get no event while it is pending', async () => {
  const feedId = await feedOf(PUBLIC)
  const [writer, reviewer, outsider, visitor] = await Promise.all(
    [author, moderator, reader, null].map((person) => joinFeed(person, feedId)),
  )
  if (!writer || !reviewer || !outsider || !visitor) throw new Error('expected four sockets')
  const outsiders = [outsider, visitor]

  const post = await createPost(author, feedId)
  for (const one of [writer, reviewer]) expect(await one.next('post:created')).toEqual((await refetch(author, post)).shared)
  await createComment(author, post.id)
  for (const one of [writer, reviewer]) expect(await one.next('post:counted')).toMatchObject({ id: post.id, commentCount: 1 })
  await editPost(author, post)
  for (const one of [writer, reviewer]) expect(await one.next('post:updated')).toEqual((await refetch(author, post)).shared)
  for (const one of outsiders) expect(await postEventsOf(one)).toEqual([])

  await reviewPost(moderator, post, true, 'thank you')
  const approved = await refetch(author, post)
  for (const one of [writer, reviewer])
    expect(await one.next('post:review')).toEqual({ ...approved.shared, review: approved.review })
  for (const one of outsiders) expect(await one.next('post:created')).toEqual((await refetch(reader, post)).shared)

  await editPost(author, post, { textContent: 'the water is back' })
  const pending = await refetch(author, post)
  for (const one of [writer, reviewer]) expect(await one.next('post:updated')).toEqual(pending.shared)
  for (const one of outsiders)
    expect(await one.next('post:deleted')).toEqual({ FeedId: feedId, id: post.id, version: pending.shared.version })
  expect((await requestGetPost(reader, post)).status).toBe(404)

  await reviewPost(moderator, post, false, 'not here')
  const rejected = await refetch(moderator, post)
  for (const one of [writer, reviewer])
    expect(await one.next('post:review')).toEqual({ ...rejected.shared, review: rejected.review })
  const removal = (await deletePost(author, post)).body
  for (const one of [writer, reviewer]) {
    await one.settle()
    expect(one.payloadsOf('post:deleted').at(-1)).toEqual({
      FeedId: feedId,
      id: post.id,
      version: 'version' in removal && removal.version,
    })
  }
  for (const one of outsiders) expect(await postEventsOf(one)).toEqual(['post:created', 'post:deleted'])
})

test('likes and comments emit the counts once for each change, equal to a refetch', async () => {
  const feedId = await feedOf(FREE)
  const post = await createPost(author, feedId)
  const listening = await joinFeed(null, feedId)
  const commentReader = await joinComments(reader, post.id)
  const counts = async () => {
    const { shared } = await refetch(reader, post)
    const { views, likeCount, commentCount, countsVersion } = shared
    return { views, likeCount, commentCount, countsVersion }
  }
  await likePost(reader, post.id)
  await likePost(reader, post.id)
  const liked = { EntityId: post.id, FeedId: feedId, UserId: reader.id, isLiked: true, counts: await counts() }
  for (const one of [listening, commentReader]) expect(await one.next('like:changed')).toMatchObject(liked)
  await createComment(author, post.id)
  for (const one of [listening, commentReader])
    expect(await one.next('post:counted')).toEqual({ FeedId: feedId, id: post.id, ...(await counts()) })
  await unlikePost(reader, post.id)
  await unlikePost(reader, post.id)
  for (const one of [listening, commentReader])
    expect(await one.next('like:changed')).toMatchObject({ isLiked: false, counts: await counts() })
  expect(await counts()).toEqual({ views: 0, likeCount: 0, commentCount: 1, countsVersion: 3 })
  expect(await postEventsOf(listening)).toEqual(['like:changed', 'post:counted', 'like:changed'])
  await editPost(author, post)
  expect(await commentReader.next('post:updated')).toEqual((await refetch(reader, post)).shared)
})

test('concurrent repeated likes of many users are counted once for each user', async () => {
  const feedId = await feedOf(FREE)
  const post = await createPost(author, feedId)
  const users = await noroshi.people(...Array.from({ length: 20 }, (_, index) => `P${index}`))
  await Promise.all(
    users.flatMap((person) => [likePost(person, post.id), likePost(person, post.id), createComment(person, post.id)]),
  )
  await Promise.all(users.slice(0, 5).flatMap((person) => [unlikePost(person, post.id), unlikePost(person, post.id)]))
  const { body } = await requestGetPost(reader, post)
  expect(body).toMatchObject({ likeCount: 15, commentCount: 20, countsVersion: 45 })
})

test('a member removed from a closed feed gets membership:changed and no later events', async () => {
  const feedId = await feedOf({})
  const post = await createPost(moderator, feedId).catch(() => createPost(creator, feedId))
  const [feed, commentReader] = [await joinFeed(author, feedId), await joinComments(author, post.id)]
  const { items } = await creator.fetch(feedMemberRoutes.list, { params: { id: feedId } })
  const memberId = items.find(({ UserId }) => UserId === author.id)?.id ?? ''
  await creator.fetch(feedMemberRoutes.remove, { params: { id: feedId, memberId } })
  await feed.next('membership:changed')
  expect(await feed.next('feed:changed')).toEqual({ FeedId: feedId })
  await createPost(creator, feedId)
  await createComment(creator, post.id)
  await likePost(creator, post.id)
  for (const one of [feed, commentReader]) {
    expect(await postEventsOf(one)).toEqual([])
    expect(one.names()).not.toContain('comment:created')
  }
  expect(await feed.send('feed:join', { feedId })).toEqual({ ok: false, code: 'feed.notFound' })
  expect(await feed.send('comment:join', { entityId: post.id })).toEqual({ ok: false, code: 'post.notFound' })
})

test('a former moderator gets no events of pending posts and can join the feed again', async () => {
  const feedId = await feedOf(OPEN)
  const listening = await joinFeed(moderator, feedId)
  const { items } = await creator.fetch(feedMemberRoutes.list, { params: { id: feedId } })
  const memberId = items.find(({ UserId }) => UserId === moderator.id)?.id ?? ''
  await creator.fetch(feedMemberRoutes.change, { params: { id: feedId, memberId }, body: { canModeratePosts: false } })
  await listening.next('membership:changed')
  expect(await listening.send('feed:join', { feedId })).toEqual({ ok: true })
  await createPost(author, feedId)
  expect(await postEventsOf(listening)).toEqual([])
  const visible = await createPost(creator, feedId)
  expect((await listening.next('post:created')).id).toBe(visible.id)
})

test('closing a feed stops its events for non-members immediately, and members still get them', async () => {
  const feedId = await feedOf(PUBLIC)
  const [visitor, outsider, member] = [
    await joinFeed(null, feedId),
    await joinFeed(reader, feedId),
    await joinFeed(author, feedId),
  ]
  const editFeed = (form: object) =>
    creator.fetch(feedRoutes.edit, { params: { id: feedId }, form: { name: 'River watch', isPublic: 'false', ...form } })
  await editFeed({ isOpenToUsers: 'true' })
  await visitor.next('feed:changed')
  await createPost(creator, feedId)
  for (const one of [outsider, member]) await one.next('post:created')
  expect(await postEventsOf(visitor)).toEqual([])
  await editFeed({ isOpenToUsers: 'false' })
  await outsider.next('feed:changed')
  await createPost(creator, feedId)
  await member.next('post:created')
  expect(await postEventsOf(outsider)).toEqual(['post:created'])
  await creator.fetch(feedRoutes.remove, { params: { id: feedId } })
  expect(await member.send('feed:join', { feedId })).toEqual({ ok: false, code: 'feed.notFound' })
  expect((await author.request(postRoutes.list, { params: { id: feedId } })).status).toBe(404)
})

test('comments of a post that is pending again are emitted to its author but not to outsiders', async () => {
  const feedId = await feedOf(PUBLIC)
  const post = await createPost(author, feedId)
  await reviewPost(moderator, post, true)
  const [outsider, own] = [await joinComments(reader, post.id), await joinComments(author, post.id)]
  await editPost(author, post)
  await outsider.next('post:deleted')
  await createComment(author, post.id, 'is it better now?')
  expect((await own.next('comment:created')).description).toBe('is it better now?')
  expect((await own.next('post:counted')).commentCount).toBe(1)
  await outsider.settle()
  expect(outsider.names()).not.toContain('comment:created')
})

test('a socket gets no posts after it leaves the feed, and a catch-up contains no posts', async () => {
  const feedId = await feedOf(PUBLIC)
  const { cursor } = await author.fetch(eventRoutes.since)
  const listening = await joinFeed(moderator, feedId)
  expect(await listening.send('feed:leave', { feedId })).toEqual({ ok: true })
  const post = await createPost(author, feedId)
  await reviewPost(moderator, post, true)
  expect(await postEventsOf(listening)).toEqual([])
  for (const person of [author, moderator, reader]) {
    const { events } = await person.fetch(eventRoutes.since, { query: { since: cursor } })
    expect(events.filter(({ name }) => POST_EVENTS.some((one) => one === name))).toEqual([])
  }
})

test('opening a feed to posts of any user approves pending posts but not rejected ones', async () => {
  const feedId = await feedOf(OPEN)
  const [pending, rejected] = [await createPost(author, feedId), await createPost(author, feedId)]
  await reviewPost(moderator, rejected, false)
  const listening = await joinFeed(reader, feedId)
  await creator.fetch(feedRoutes.edit, { params: { id: feedId }, form: { name: 'River watch', allowsPostByAnyUser: 'true' } })
  await listening.next('feed:changed')
  expect((await requestGetPost(reader, pending)).body).toMatchObject({ isApproved: true, version: pending.version + 1 })
  expect((await requestGetPost(reader, rejected)).status).toBe(404)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { type FeedPost, postRoutes } from '@noroshi/contract/feeds/posts.http'
import {
  comments,
  deletes,
  edits,
  FREE,
  likes,
  makesFeed,
  OPEN,
  opensPost,
  posts,
  PUBLIC,
  reviews,
  takesIn,
  unlikes,
} from '#/testing/feeds.ts'
import type { Listener } from '#/testing/listener.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let creator: Person
let author: Person
let moderator: Person
let reader: Person
beforeAll(async () => {
  noroshi = await unit()
  creator = await noroshi.admin('Ito')
  ;[author, moderator, reader] = await noroshi.people('Aiko', 'Ben', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function feedOf(kind: Record<string, string>): Promise<string> {
  const { id } = await makesFeed(creator, kind)
  await takesIn(creator, id, author, { canPost: true })
  await takesIn(creator, id, moderator, { canModeratePosts: true })
  return id
}

const ears = (person: Person | null) => noroshi.listens(person?.token ? { token: person.token } : {})
async function joined(person: Person | null, feedId: string): Promise<Listener> {
  const listener = await ears(person)
  expect(await listener.asks('feed:join', { feedId })).toEqual({ ok: true })
  return listener
}
async function reading(person: Person | null, postId: string): Promise<Listener> {
  const listener = await ears(person)
  expect(await listener.asks('comment:join', { entityId: postId })).toEqual({ ok: true })
  return listener
}

/** What a refetch gives, as everybody has it. */
async function refetched(person: Person, post: Pick<FeedPost, 'FeedId' | 'id'>) {
  const { status, body } = await opensPost(person, post)
  expect(status).toBe(200)
  const { viewer, ...shared } = body
  return { shared, review: viewer.review }
}

const OF_POSTS = ['post:created', 'post:updated', 'post:deleted', 'post:review', 'post:counted', 'like:changed'] as const
async function heardOfPosts(listener: Listener): Promise<string[]> {
  await listener.settles()
  return listener.names().filter((name) => OF_POSTS.some((one) => one === name))
}

test('a post on its way tells each what a refetch gives them, and strangers nothing while it waits', async () => {
  const feedId = await feedOf(PUBLIC)
  const [writer, judge, stranger, visitor] = await Promise.all(
    [author, moderator, reader, null].map((person) => joined(person, feedId)),
  )
  if (!writer || !judge || !stranger || !visitor) throw new Error('four listen')
  const outside = [stranger, visitor]

  const post = await posts(author, feedId)
  for (const one of [writer, judge]) expect(await one.next('post:created')).toEqual((await refetched(author, post)).shared)
  await comments(author, post.id)
  for (const one of [writer, judge]) expect(await one.next('post:counted')).toMatchObject({ id: post.id, commentCount: 1 })
  await edits(author, post)
  for (const one of [writer, judge]) expect(await one.next('post:updated')).toEqual((await refetched(author, post)).shared)
  for (const one of outside) expect(await heardOfPosts(one)).toEqual([])

  await reviews(moderator, post, true, 'thank you')
  const approved = await refetched(author, post)
  for (const one of [writer, judge])
    expect(await one.next('post:review')).toEqual({ ...approved.shared, review: approved.review })
  for (const one of outside) expect(await one.next('post:created')).toEqual((await refetched(reader, post)).shared)

  await edits(author, post, { textContent: 'the water is back' })
  const waiting = await refetched(author, post)
  for (const one of [writer, judge]) expect(await one.next('post:updated')).toEqual(waiting.shared)
  for (const one of outside)
    expect(await one.next('post:deleted')).toEqual({ FeedId: feedId, id: post.id, version: waiting.shared.version })
  expect((await opensPost(reader, post)).status).toBe(404)

  await reviews(moderator, post, false, 'not here')
  const rejected = await refetched(moderator, post)
  for (const one of [writer, judge])
    expect(await one.next('post:review')).toEqual({ ...rejected.shared, review: rejected.review })
  await deletes(author, post)
  for (const one of outside) expect(await heardOfPosts(one)).toEqual(['post:created', 'post:deleted'])
})

test('likes and comments tell everybody in the feed the counts that a refetch gives, once for each change', async () => {
  const feedId = await feedOf(FREE)
  const post = await posts(author, feedId)
  const listening = await joined(null, feedId)
  const beside = await reading(reader, post.id)
  const counts = async () => {
    const { shared } = await refetched(reader, post)
    const { views, likeCount, commentCount, countsVersion } = shared
    return { views, likeCount, commentCount, countsVersion }
  }
  await likes(reader, post.id)
  await likes(reader, post.id)
  const liked = { EntityId: post.id, FeedId: feedId, UserId: reader.id, isLiked: true, counts: await counts() }
  for (const one of [listening, beside]) expect(await one.next('like:changed')).toMatchObject(liked)
  await comments(author, post.id)
  for (const one of [listening, beside])
    expect(await one.next('post:counted')).toEqual({ FeedId: feedId, id: post.id, ...(await counts()) })
  await unlikes(reader, post.id)
  await unlikes(reader, post.id)
  for (const one of [listening, beside])
    expect(await one.next('like:changed')).toMatchObject({ isLiked: false, counts: await counts() })
  expect(await counts()).toEqual({ views: 0, likeCount: 0, commentCount: 1, countsVersion: 3 })
  expect(await heardOfPosts(listening)).toEqual(['like:changed', 'post:counted', 'like:changed'])
  await edits(author, post)
  expect(await beside.next('post:updated')).toEqual((await refetched(reader, post)).shared)
})

test('whoever likes and comments a post at once is counted once, in a crowd too', async () => {
  const feedId = await feedOf(FREE)
  const post = await posts(author, feedId)
  const crowd = await noroshi.people(...Array.from({ length: 20 }, (_, index) => `P${index}`))
  await Promise.all(crowd.flatMap((person) => [likes(person, post.id), likes(person, post.id), comments(person, post.id)]))
  await Promise.all(crowd.slice(0, 5).flatMap((person) => [unlikes(person, post.id), unlikes(person, post.id)]))
  const { body } = await opensPost(reader, post)
  expect(body).toMatchObject({ likeCount: 15, commentCount: 20, countsVersion: 45 })
})

test('whoever is removed from a closed feed hears no more of it, and is told to ask again', async () => {
  const feedId = await feedOf({})
  const post = await posts(moderator, feedId).catch(() => posts(creator, feedId))
  const [feed, beside] = [await joined(author, feedId), await reading(author, post.id)]
  const { items } = await creator.gets(feedMemberRoutes.list, { params: { id: feedId } })
  const memberId = items.find(({ UserId }) => UserId === author.id)?.id ?? ''
  await creator.gets(feedMemberRoutes.remove, { params: { id: feedId, memberId } })
  await feed.next('membership:changed')
  await posts(creator, feedId)
  await comments(creator, post.id)
  await likes(creator, post.id)
  for (const one of [feed, beside]) {
    expect(await heardOfPosts(one)).toEqual([])
    expect(one.names()).not.toContain('comment:created')
  }
  expect(await feed.asks('feed:join', { feedId })).toEqual({ ok: false, code: 'feed.notFound' })
  expect(await feed.asks('comment:join', { entityId: post.id })).toEqual({ ok: false, code: 'post.notFound' })
})

test('who may no longer moderate hears nothing of posts that wait, and joins the rest anew', async () => {
  const feedId = await feedOf(OPEN)
  const listening = await joined(moderator, feedId)
  const { items } = await creator.gets(feedMemberRoutes.list, { params: { id: feedId } })
  const memberId = items.find(({ UserId }) => UserId === moderator.id)?.id ?? ''
  await creator.gets(feedMemberRoutes.change, { params: { id: feedId, memberId }, body: { canModeratePosts: false } })
  await listening.next('membership:changed')
  expect(await listening.asks('feed:join', { feedId })).toEqual({ ok: true })
  await posts(author, feedId)
  expect(await heardOfPosts(listening)).toEqual([])
  const shown = await posts(creator, feedId)
  expect((await listening.next('post:created')).id).toBe(shown.id)
})

test('a feed that is closed is closed at once to those who had it open, and its members hear on', async () => {
  const feedId = await feedOf(PUBLIC)
  const [visitor, stranger, member] = [await joined(null, feedId), await joined(reader, feedId), await joined(author, feedId)]
  const closes = (form: object) =>
    creator.gets(feedRoutes.edit, { params: { id: feedId }, form: { name: 'River watch', isPublic: 'false', ...form } })
  await closes({ isOpenToUsers: 'true' })
  await visitor.next('feed:changed')
  await posts(creator, feedId)
  for (const one of [stranger, member]) await one.next('post:created')
  expect(await heardOfPosts(visitor)).toEqual([])
  await closes({ isOpenToUsers: 'false' })
  await stranger.next('feed:changed')
  await posts(creator, feedId)
  await member.next('post:created')
  expect(await heardOfPosts(stranger)).toEqual(['post:created'])
  await creator.gets(feedRoutes.remove, { params: { id: feedId } })
  expect(await member.asks('feed:join', { feedId })).toEqual({ ok: false, code: 'feed.notFound' })
  expect((await author.asks(postRoutes.list, { params: { id: feedId } })).status).toBe(404)
})

test('the comments of a post that waits again are closed to strangers, not to its author', async () => {
  const feedId = await feedOf(PUBLIC)
  const post = await posts(author, feedId)
  await reviews(moderator, post, true)
  const [stranger, own] = [await reading(reader, post.id), await reading(author, post.id)]
  await edits(author, post)
  await stranger.next('post:deleted')
  await comments(author, post.id, 'is it better now?')
  expect((await own.next('comment:created')).description).toBe('is it better now?')
  expect((await own.next('post:counted')).commentCount).toBe(1)
  await stranger.settles()
  expect(stranger.names()).not.toContain('comment:created')
})

test('a page that is left hears no more, and catching up tells nothing of feeds but that they changed', async () => {
  const feedId = await feedOf(PUBLIC)
  const { cursor } = await author.gets(eventRoutes.since)
  const listening = await joined(moderator, feedId)
  expect(await listening.asks('feed:leave', { feedId })).toEqual({ ok: true })
  const post = await posts(author, feedId)
  await reviews(moderator, post, true)
  expect(await heardOfPosts(listening)).toEqual([])
  for (const person of [author, moderator, reader]) {
    const { events } = await person.gets(eventRoutes.since, { query: { since: cursor } })
    expect(events.filter(({ name }) => OF_POSTS.some((one) => one === name))).toEqual([])
  }
})

test('where anybody may post from now on, what waits is approved, and what was rejected stays so', async () => {
  const feedId = await feedOf(OPEN)
  const [waits, rejected] = [await posts(author, feedId), await posts(author, feedId)]
  await reviews(moderator, rejected, false)
  const listening = await joined(reader, feedId)
  await creator.gets(feedRoutes.edit, { params: { id: feedId }, form: { name: 'River watch', allowsPostByAnyUser: 'true' } })
  await listening.next('feed:changed')
  expect((await opensPost(reader, waits)).body).toMatchObject({ isApproved: true, version: waits.version + 1 })
  expect((await opensPost(reader, rejected)).status).toBe(404)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import {
  deletePost,
  editPost,
  fetchPosts,
  createFeed,
  requestGetPost,
  createPost,
  PUBLIC,
  reviewPost,
  addFeedMember,
} from '#/testing/scenes/feeds.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
let creator: TestUser
let author: TestUser
let moderator: TestUser
let other: TestUser
let reader: TestUser
let feedId: string
beforeAll(async () => {
  noroshi = await startTestServer()
  creator = await noroshi.admin('Ito')
  ;[author, moderator, other, reader] = await noroshi.people('Aiko', 'Ben', 'Chika', 'Dora')
  feedId = (await createFeed(creator, PUBLIC)).id
  await addFeedMember(creator, feedId, author, { canPost: true })
  for (const person of [moderator, other]) await addFeedMember(creator, feedId, person, { canPost: true, canModeratePosts: true })
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const eventsOf = async (name: string, id: string) =>
  (await noroshi.db.selectFrom('events').select(['name', 'payload', 'rooms']).where('name', '=', name).execute()).filter(
    ({ payload }) => JSON.stringify(payload).includes(id),
  )

test('one of a hundred concurrent approvals succeeds and emits one event', async () => {
  const post = await createPost(author, feedId)
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, index) => reviewPost(index % 2 === 0 ? moderator : other, post, true, `by ${index}`)),
  )
  const winners = replies.filter(({ status }) => status === 200)
  expect(winners).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(99)
  expect(await eventsOf('post:review', post.id)).toHaveLength(1)
  // One event at creation to the author and the moderators, one at approval to all readers.
  expect(await eventsOf('post:created', post.id)).toHaveLength(2)
  const { body } = await requestGetPost(author, post)
  expect(body.viewer.review?.reviewRemarks).toBe(winners[0]?.body.viewer.review?.reviewRemarks)
  expect(body.version).toBe(post.version + 1)
})

test('a post is never both approved and rejected', async () => {
  const round = async (decisions: boolean[]) => {
    const post = await createPost(author, feedId)
    const replies = await Promise.all(
      decisions.map((isApproved, index) => reviewPost(index % 2 === 0 ? moderator : other, post, isApproved, String(index))),
    )
    const [winner, ...others] = replies.map(({ status }, index) => ({ status, index })).filter(({ status }) => status === 200)
    expect(others).toEqual([])
    const { body } = await requestGetPost(author, post)
    expect(body.isApproved).toBe(decisions[winner?.index ?? -1])
    expect(body.viewer.review?.reviewRemarks).toBe(String(winner?.index))
    expect((await eventsOf('post:review', post.id)).map(({ payload }) => (payload as FeedPostForViewer).isApproved)).toEqual([
      body.isApproved,
    ])
    await deletePost(author, post)
  }
  await fc.assert(fc.asyncProperty(fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }), round), { numRuns: 8 })
})

test('a moderator gets 403 when reviewing their own post', async () => {
  const post = await createPost(moderator, feedId)
  expect(post.isApproved).toBe(true)
  await noroshi.db.updateTable('posts').set({ is_approved: null }).where('id', '=', post.id).execute()
  expect((await reviewPost(moderator, post, true)).status).toBe(403)
  expect((await reviewPost(other, post, true)).status).toBe(200)
})

test('an approved post is pending again after its author edits it, unless the author is a moderator', async () => {
  const post = await createPost(author, feedId)
  await reviewPost(moderator, post, true, 'thank you')
  const { body: edited } = await editPost(author, post)
  expect(edited).toMatchObject({ isApproved: null, viewer: { review: { reviewRemarks: null, reviewedAt: null } } })
  expect((await requestGetPost(reader, post)).status).toBe(404)
  expect((await reviewPost(moderator, post, true)).status).toBe(200)
  expect((await requestGetPost(reader, post)).body.textContent).toBe('the water rises')

  const own = await createPost(moderator, feedId)
  expect((await editPost(moderator, own)).body.isApproved).toBe(true)
})

test('an edit by a member with canUpdate keeps the approval', async () => {
  const editor = (await noroshi.people('Emi'))[0]
  await addFeedMember(creator, feedId, editor, { canUpdate: true })
  const post = await createPost(author, feedId)
  await reviewPost(moderator, post, true, 'thank you')
  const { status, body } = await editPost(editor, post)
  expect([status, body.isApproved]).toEqual([200, true])
  expect((await requestGetPost(author, post)).body.viewer.review?.reviewRemarks).toBe('thank you')
})

test('the author of a rejected post reads the remarks and makes it pending by an edit; readers get an error', async () => {
  const post = await createPost(author, feedId)
  expect((await reviewPost(moderator, post, false, 'which bridge?')).body.isApproved).toBe(false)
  expect((await requestGetPost(author, post)).body.viewer.review).toMatchObject({
    reviewRemarks: 'which bridge?',
    ReviewedByUserId: moderator.id,
    reviewedBy: { firstName: 'Ben' },
  })
  for (const caller of [reader, noroshi.visitor]) expect((await requestGetPost(caller, post)).status).toBeGreaterThan(400)
  expect((await reviewPost(other, post, true)).status).toBe(409)
  expect((await editPost(author, post)).body.isApproved).toBe(null)
  expect((await reviewPost(other, post, true)).status).toBe(200)
})

test('only the author and the moderators get the remarks', async () => {
  const post = await createPost(author, feedId)
  await reviewPost(moderator, post, true, 'between us')
  expect((await requestGetPost(other, post)).body.viewer.review?.reviewRemarks).toBe('between us')
  expect((await requestGetPost(reader, post)).body.viewer.review).toBe(null)
  expect(JSON.stringify(await fetchPosts(reader, feedId))).not.toContain('between us')
  expect(JSON.stringify((await eventsOf('post:created', post.id)).map(({ payload }) => payload))).not.toContain('between us')
  for (const { rooms } of await eventsOf('post:review', post.id))
    expect(rooms.every((room) => /author|moderators/.test(room))).toBe(true)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { deletes, edits, lists, makesFeed, opensPost, posts, PUBLIC, reviews, takesIn } from '#/testing/feeds.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let creator: Person
let author: Person
let moderator: Person
let other: Person
let reader: Person
let feedId: string
beforeAll(async () => {
  noroshi = await unit()
  creator = await noroshi.admin('Ito')
  ;[author, moderator, other, reader] = await noroshi.people('Aiko', 'Ben', 'Chika', 'Dora')
  feedId = (await makesFeed(creator, PUBLIC)).id
  await takesIn(creator, feedId, author, { canPost: true })
  for (const person of [moderator, other]) await takesIn(creator, feedId, person, { canPost: true, canModeratePosts: true })
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const told = async (name: string, id: string) =>
  (await noroshi.db.selectFrom('events').select(['name', 'payload', 'rooms']).where('name', '=', name).execute()).filter(
    ({ payload }) => JSON.stringify(payload).includes(id),
  )

test('of a hundred approvals at once one wins, and one event tells of it', async () => {
  const post = await posts(author, feedId)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => reviews(index % 2 === 0 ? moderator : other, post, true, `by ${index}`)),
  )
  const winners = answers.filter(({ status }) => status === 200)
  expect(winners).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
  expect(await told('post:review', post.id)).toHaveLength(1)
  // Once when it was posted, to its author and the moderators; once when it was approved, to everybody.
  expect(await told('post:created', post.id)).toHaveLength(2)
  const { body } = await opensPost(author, post)
  expect(body.viewer.review?.reviewRemarks).toBe(winners[0]?.body.viewer.review?.reviewRemarks)
  expect(body.version).toBe(post.version + 1)
})

test('a post is never both approved and rejected', async () => {
  const round = async (verdicts: boolean[]) => {
    const post = await posts(author, feedId)
    const answers = await Promise.all(
      verdicts.map((verdict, index) => reviews(index % 2 === 0 ? moderator : other, post, verdict, String(index))),
    )
    const [winner, ...more] = answers.map(({ status }, index) => ({ status, index })).filter(({ status }) => status === 200)
    expect(more).toEqual([])
    const { body } = await opensPost(author, post)
    expect(body.isApproved).toBe(verdicts[winner?.index ?? -1])
    expect(body.viewer.review?.reviewRemarks).toBe(String(winner?.index))
    expect((await told('post:review', post.id)).map(({ payload }) => (payload as FeedPostForViewer).isApproved)).toEqual([
      body.isApproved,
    ])
    await deletes(author, post)
  }
  await fc.assert(fc.asyncProperty(fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }), round), { numRuns: 8 })
})

test('nobody reviews their own post, though they moderate', async () => {
  const post = await posts(moderator, feedId)
  expect(post.isApproved).toBe(true)
  await noroshi.db.updateTable('posts').set({ is_approved: null }).where('id', '=', post.id).execute()
  expect((await reviews(moderator, post, true)).status).toBe(403)
  expect((await reviews(other, post, true)).status).toBe(200)
})

test('an approved post that its author edits waits again, one that a moderator wrote does not', async () => {
  const post = await posts(author, feedId)
  await reviews(moderator, post, true, 'thank you')
  const { body: edited } = await edits(author, post)
  expect(edited).toMatchObject({ isApproved: null, viewer: { review: { reviewRemarks: null, reviewedAt: null } } })
  expect((await opensPost(reader, post)).status).toBe(404)
  expect((await reviews(moderator, post, true)).status).toBe(200)
  expect((await opensPost(reader, post)).body.textContent).toBe('the water rises')

  const own = await posts(moderator, feedId)
  expect((await edits(moderator, own)).body.isApproved).toBe(true)
})

test('what a member with canUpdate edits stays as approved as it was', async () => {
  const editor = (await noroshi.people('Emi'))[0]
  await takesIn(creator, feedId, editor, { canUpdate: true })
  const post = await posts(author, feedId)
  await reviews(moderator, post, true, 'thank you')
  const { status, body } = await edits(editor, post)
  expect([status, body.isApproved]).toEqual([200, true])
  expect((await opensPost(author, post)).body.viewer.review?.reviewRemarks).toBe('thank you')
})

test('a rejected post tells its author why, waits again once they edit it, and nobody else knows of it', async () => {
  const post = await posts(author, feedId)
  expect((await reviews(moderator, post, false, 'which bridge?')).body.isApproved).toBe(false)
  expect((await opensPost(author, post)).body.viewer.review).toMatchObject({
    reviewRemarks: 'which bridge?',
    ReviewedByUserId: moderator.id,
    reviewedBy: { firstName: 'Ben' },
  })
  for (const somebody of [reader, noroshi.visitor]) expect((await opensPost(somebody, post)).status).toBeGreaterThan(400)
  expect((await reviews(other, post, true)).status).toBe(409)
  expect((await edits(author, post)).body.isApproved).toBe(null)
  expect((await reviews(other, post, true)).status).toBe(200)
})

test('remarks are for the author and the moderators alone', async () => {
  const post = await posts(author, feedId)
  await reviews(moderator, post, true, 'between us')
  expect((await opensPost(other, post)).body.viewer.review?.reviewRemarks).toBe('between us')
  expect((await opensPost(reader, post)).body.viewer.review).toBe(null)
  expect(JSON.stringify(await lists(reader, feedId))).not.toContain('between us')
  expect(JSON.stringify((await told('post:created', post.id)).map(({ payload }) => payload))).not.toContain('between us')
  for (const { rooms } of await told('post:review', post.id))
    expect(rooms.every((room) => /author|moderators/.test(room))).toBe(true)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { COMMENT_MAX } from '@noroshi/contract/limits'
import type { Caller } from '#/testing/caller.ts'
import { comments, deletes, FREE, likes, makesFeed, opensPost, posts, readsComments, unlikes } from '#/testing/feeds.ts'
import { picture } from '#/testing/pictures.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let aiko: Person
let ben: Person
let feedId: string
beforeAll(async () => {
  noroshi = await unit()
  ;[aiko, ben] = await noroshi.people('Aiko', 'Ben')
  feedId = (await makesFeed(await noroshi.admin('Ito'), FREE)).id
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const ofPost = (id: string) => ({ EntityId: id, entityType: 'post' })
const edits = (
  person: Caller,
  { id }: Comment,
  form: Record<string, string>,
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [],
) => person.asks(commentRoutes.edit, { params: { id }, form, files })
const removes = (person: Caller, { id }: Comment) => person.asks(commentRoutes.remove, { params: { id } })

test('everybody who reads along sees comments come, change and go as a refetch gives them', async () => {
  const post = await posts(aiko, feedId)
  const reading = await noroshi.listens()
  await reading.asks('comment:join', { entityId: post.id })

  const written = await comments(ben, post.id, '  thank you\r\nall  ')
  expect(written).toMatchObject({ description: 'thank you\nall', UserId: ben.id, imageUrl: null, version: 1 })
  expect(await reading.next('comment:created')).toEqual((await readsComments(aiko, post.id))[0])
  await edits(ben, written, { description: 'thank you both' })
  const [edited] = await readsComments(aiko, post.id)
  expect(edited).toMatchObject({ description: 'thank you both', version: 2 })
  expect(await reading.next('comment:updated')).toEqual(edited)
  await removes(ben, written)
  expect(await reading.next('comment:deleted')).toEqual({ ...ofPost(post.id), id: written.id })
  expect(await readsComments(aiko, post.id)).toEqual([])
  expect((await opensPost(aiko, post)).body.commentCount).toBe(0)
  await reading.asks('comment:leave', { entityId: post.id })
  await comments(ben, post.id)
  await reading.settles()
  expect(reading.payloadsOf('comment:created')).toHaveLength(1)
})

test('only the author of a comment edits or deletes it, and a deleted one is gone for them too', async () => {
  const post = await posts(aiko, feedId)
  const comment = await comments(ben, post.id)
  expect((await edits(aiko, comment, { description: 'mine' })).body).toMatchObject({ code: 'comment.notAllowed' })
  expect((await removes(aiko, comment)).status).toBe(403)
  expect((await removes(ben, comment)).status).toBe(200)
  for (const answer of [await removes(ben, comment), await edits(ben, comment, { description: 'again' })])
    expect(answer.body).toMatchObject({ code: 'comment.notFound' })
})

test('a comment that two devices delete at once is counted off once', async () => {
  const post = await posts(aiko, feedId)
  await comments(ben, post.id, 'stays')
  const comment = await comments(ben, post.id)
  const answers = await Promise.all(Array.from({ length: 10 }, () => removes(ben, comment)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(404)])
  expect((await opensPost(aiko, post)).body.commentCount).toBe(1)
})

test('a comment takes one picture and nothing else, changes it, and loses it with its bytes', async () => {
  const post = await posts(aiko, feedId)
  const file = async () => [{ name: 'river.png', bytes: await picture(20, 10) }]
  const comment = await comments(ben, post.id, 'look', await file())
  expect(comment.image).toMatchObject({ width: 20, height: 10, mediaUrl: comment.imageUrl })
  expect((await noroshi.visitor.fetch(comment.imageUrl ?? '')).status).toBe(200)

  const { body: changed } = await edits(ben, comment, { description: 'look again' }, await file())
  expect(changed.imageUrl).not.toBe(comment.imageUrl)
  expect((await noroshi.visitor.fetch(comment.imageUrl ?? '')).status).toBe(404)
  expect((await edits(ben, comment, { description: 'kept' })).body.imageUrl).toBe(changed.imageUrl)
  expect((await edits(ben, comment, { description: 'without', removesImage: 'true' })).body.image).toBe(null)

  const text = [{ name: 'note.png', bytes: new TextEncoder().encode('no picture') }]
  const target = { ...ofPost(post.id), description: 'look' }
  expect((await ben.asks(commentRoutes.create, { form: target, files: text })).body).toMatchObject({ code: 'file.notPicture' })
  const two = [...(await file()), ...(await file())]
  expect((await ben.asks(commentRoutes.create, { form: target, files: two })).body).toMatchObject({ code: 'file.tooMany' })

  const last = await comments(ben, post.id, 'look', await file())
  await deletes(aiko, post)
  expect((await noroshi.visitor.fetch(last.imageUrl ?? '')).status).toBe(404)
})

test('an empty comment and one that is too long are refused in words, in both languages', async () => {
  const post = await posts(aiko, feedId)
  const asks = (description: string, language = 'en') =>
    ben.asks(commentRoutes.create, { form: { ...ofPost(post.id), description }, headers: { 'accept-language': language } })
  expect((await asks('   ')).body).toMatchObject({ issues: [{ path: 'description', message: 'Write a comment first' }] })
  expect((await asks('x'.repeat(COMMENT_MAX + 1), 'ja')).body).toMatchObject({
    issues: [{ path: 'description', message: 'コメントは1000文字までです' }],
  })
  expect((await asks('x'.repeat(COMMENT_MAX))).status).toBe(201)
})

test('the same clientId again answers the same comment, and another text under it is a conflict', async () => {
  const post = await posts(aiko, feedId)
  const sends = (description: string, clientId: string) =>
    ben.asks(commentRoutes.create, { form: { ...ofPost(post.id), description, clientId } })
  const clientId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => sends('once', clientId)))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await sends('another', clientId)).status).toBe(409)
  expect((await opensPost(aiko, post)).body.commentCount).toBe(1)
})

test('comments come in pages, the newest first, each oldest first', async () => {
  const post = await posts(aiko, feedId)
  const rows = Array.from({ length: 51 }, (_, index) => ({
    id: `019a0000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    post_id: post.id,
    user_id: ben.id,
    description: String(index),
  }))
  await noroshi.db.insertInto('comments').values(rows).execute()
  const asks = (cursor?: string) =>
    noroshi.visitor.gets(commentRoutes.listPublic, {
      params: ofPost(post.id),
      ...(cursor !== undefined && { query: { cursor } }),
    })
  const newest = await asks()
  expect([newest.items[0]?.description, newest.items.at(-1)?.description]).toEqual(['1', '50'])
  const above = await asks(newest.nextCursor ?? '')
  expect([above.items.map(({ description }) => description), above.nextCursor]).toEqual([['0'], null])
})

test('one’s own like is apart from the post, and who likes it is listed, the latest first', async () => {
  const post = await posts(aiko, feedId)
  expect(await likes(aiko, post.id)).toMatchObject({ hasLiked: true, counts: { likeCount: 1 } })
  expect(await likes(ben, post.id)).toMatchObject({ counts: { likeCount: 2 } })
  expect(await likes(ben, post.id)).toMatchObject({ hasLiked: true, counts: { likeCount: 2 } })
  const { items } = await aiko.gets(likeRoutes.list, { params: ofPost(post.id) })
  expect(items.map(({ UserId }) => UserId)).toEqual([ben.id, aiko.id])
  expect(await unlikes(ben, post.id)).toMatchObject({ hasLiked: false, counts: { likeCount: 1 } })
  expect((await opensPost(ben, post)).body).toMatchObject({ likeCount: 1, viewer: { hasLiked: false } })
  expect((await opensPost(aiko, post)).body.viewer.hasLiked).toBe(true)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Comment, commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { COMMENT_MAX } from '@noroshi/contract/limits'
import type { Caller } from '#/testing/caller.ts'
import {
  createComment,
  deletePost,
  FREE,
  likePost,
  createFeed,
  requestGetPost,
  createPost,
  fetchComments,
  unlikePost,
} from '#/testing/scenes/feeds.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
let feedId: string
beforeAll(async () => {
  noroshi = await startTestServer()
  ;[aiko, ben] = await noroshi.people('Aiko', 'Ben')
  feedId = (await createFeed(await noroshi.admin('Ito'), FREE)).id
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const ofPost = (id: string) => ({ EntityId: id, entityType: 'post' })
const requestEdit = (
  person: Caller,
  { id }: Comment,
  form: Record<string, string>,
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [],
) => person.request(commentRoutes.edit, { params: { id }, form, files })
const requestRemoval = (person: Caller, { id }: Comment) => person.request(commentRoutes.remove, { params: { id } })

test('created, changed and deleted comments are emitted to readers and equal a refetch', async () => {
  const post = await createPost(aiko, feedId)
  const reader = await noroshi.openSocket()
  await reader.send('comment:join', { entityId: post.id })

  const comment = await createComment(ben, post.id, '  thank you\r\nall  ')
  expect(comment).toMatchObject({ description: 'thank you\nall', UserId: ben.id, imageUrl: null, version: 1 })
  expect(await reader.next('comment:created')).toEqual((await fetchComments(aiko, post.id))[0])
  await requestEdit(ben, comment, { description: 'thank you both' })
  const [edited] = await fetchComments(aiko, post.id)
  expect(edited).toMatchObject({ description: 'thank you both', version: 2 })
  expect(await reader.next('comment:updated')).toEqual(edited)
  expect((await requestRemoval(ben, comment)).body).toEqual({ ok: true, version: 3 })
  expect(await reader.next('comment:deleted')).toEqual({ ...ofPost(post.id), id: comment.id, version: 3 })
  expect(await fetchComments(aiko, post.id)).toEqual([])
  expect((await requestGetPost(aiko, post)).body.commentCount).toBe(0)
  await reader.send('comment:leave', { entityId: post.id })
  await createComment(ben, post.id)
  await reader.settle()
  expect(reader.payloadsOf('comment:created')).toHaveLength(1)
})

test('only the author may edit or delete a comment, and a deleted one gets 404', async () => {
  const post = await createPost(aiko, feedId)
  const comment = await createComment(ben, post.id)
  expect((await requestEdit(aiko, comment, { description: 'mine' })).body).toMatchObject({ code: 'comment.notAllowed' })
  expect((await requestRemoval(aiko, comment)).status).toBe(403)
  expect((await requestRemoval(ben, comment)).status).toBe(200)
  for (const reply of [await requestRemoval(ben, comment), await requestEdit(ben, comment, { description: 'again' })])
    expect(reply.body).toMatchObject({ code: 'comment.notFound' })
})

test('a comment deleted by concurrent requests is subtracted once from the count', async () => {
  const post = await createPost(aiko, feedId)
  await createComment(ben, post.id, 'stays')
  const comment = await createComment(ben, post.id)
  const replies = await Promise.all(Array.from({ length: 10 }, () => requestRemoval(ben, comment)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(404)])
  expect((await requestGetPost(aiko, post)).body.commentCount).toBe(1)
})

test('a comment accepts one picture, and a replaced or removed picture is deleted', async () => {
  const post = await createPost(aiko, feedId)
  const file = async () => [{ name: 'river.png', bytes: await picture(20, 10) }]
  const comment = await createComment(ben, post.id, 'look', await file())
  expect(comment.image).toMatchObject({ width: 20, height: 10, mediaUrl: comment.imageUrl })
  expect((await noroshi.visitor.rawFetch(comment.imageUrl ?? '')).status).toBe(200)

  const { body: changed } = await requestEdit(ben, comment, { description: 'look again' }, await file())
  expect(changed.imageUrl).not.toBe(comment.imageUrl)
  expect((await noroshi.visitor.rawFetch(comment.imageUrl ?? '')).status).toBe(404)
  expect((await requestEdit(ben, comment, { description: 'kept' })).body.imageUrl).toBe(changed.imageUrl)
  expect((await requestEdit(ben, comment, { description: 'without', removesImage: 'true' })).body.image).toBe(null)

  const text = [{ name: 'note.png', bytes: new TextEncoder().encode('no picture') }]
  const target = { ...ofPost(post.id), description: 'look' }
  expect((await ben.request(commentRoutes.create, { form: target, files: text })).body).toMatchObject({ code: 'file.notPicture' })
  const two = [...(await file()), ...(await file())]
  expect((await ben.request(commentRoutes.create, { form: target, files: two })).body).toMatchObject({ code: 'file.tooMany' })

  const last = await createComment(ben, post.id, 'look', await file())
  await deletePost(aiko, post)
  expect((await noroshi.visitor.rawFetch(last.imageUrl ?? '')).status).toBe(404)
})

test('an empty and a too long comment get an error message in the language of the caller', async () => {
  const post = await createPost(aiko, feedId)
  const send = (description: string, language = 'en') =>
    ben.request(commentRoutes.create, { form: { ...ofPost(post.id), description }, headers: { 'accept-language': language } })
  expect((await send('   ')).body).toMatchObject({ issues: [{ path: 'description', message: 'Write a comment first' }] })
  expect((await send('x'.repeat(COMMENT_MAX + 1), 'ja')).body).toMatchObject({
    issues: [{ path: 'description', message: 'コメントは1000文字までです' }],
  })
  expect((await send('x'.repeat(COMMENT_MAX))).status).toBe(201)
})

test('a repeated client id returns the same comment; another text with the same id gets 409', async () => {
  const post = await createPost(aiko, feedId)
  const send = (description: string, clientId: string) =>
    ben.request(commentRoutes.create, { form: { ...ofPost(post.id), description, clientId } })
  const clientId = randomUUID()
  const replies = await Promise.all(Array.from({ length: 5 }, () => send('once', clientId)))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect((await send('another', clientId)).status).toBe(409)
  expect((await requestGetPost(aiko, post)).body.commentCount).toBe(1)
})

test('a comment with a location is accepted, also with a wrong one, and the location is not stored', async () => {
  const post = await createPost(aiko, feedId)
  for (const location of [
    { latitude: '38.2', longitude: '140.8' },
    { latitude: 'here', longitude: '999' },
  ]) {
    const form = { ...ofPost(post.id), description: 'the road is dry', ...location }
    const { id } = await ben.fetch(commentRoutes.create, { form })
    const [row] = await noroshi.db.selectFrom('comments').selectAll().where('id', '=', id).execute()
    expect(JSON.stringify(row)).not.toMatch(/latitude|longitude|38\.2/)
  }
})

test('comments are paged from the newest, each page oldest first', async () => {
  const post = await createPost(aiko, feedId)
  const rows = Array.from({ length: 51 }, (_, index) => ({
    id: `019a0000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    post_id: post.id,
    user_id: ben.id,
    description: String(index),
  }))
  await noroshi.db.insertInto('comments').values(rows).execute()
  const send = (cursor?: string) =>
    noroshi.visitor.fetch(commentRoutes.listPublic, {
      params: ofPost(post.id),
      ...(cursor !== undefined && { query: { cursor } }),
    })
  const newest = await send()
  expect([newest.items[0]?.description, newest.items.at(-1)?.description]).toEqual(['1', '50'])
  const older = await send(newest.nextCursor ?? '')
  expect([older.items.map(({ description }) => description), older.nextCursor]).toEqual([['0'], null])
})

test('the viewer’s like is in the viewer part of the post, and likes are listed newest first', async () => {
  const post = await createPost(aiko, feedId)
  expect(await likePost(aiko, post.id)).toMatchObject({ hasLiked: true, counts: { likeCount: 1 } })
  expect(await likePost(ben, post.id)).toMatchObject({ counts: { likeCount: 2 } })
  expect(await likePost(ben, post.id)).toMatchObject({ hasLiked: true, counts: { likeCount: 2 } })
  const { items } = await aiko.fetch(likeRoutes.list, { params: ofPost(post.id) })
  expect(items.map(({ UserId }) => UserId)).toEqual([ben.id, aiko.id])
  expect(await unlikePost(ben, post.id)).toMatchObject({ hasLiked: false, counts: { likeCount: 1 } })
  expect((await requestGetPost(ben, post)).body).toMatchObject({ likeCount: 1, viewer: { hasLiked: false } })
  expect((await requestGetPost(aiko, post)).body.viewer.hasLiked).toBe(true)
})

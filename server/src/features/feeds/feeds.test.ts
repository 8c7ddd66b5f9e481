import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { type FeedPostForViewer, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { POST_MAX } from '@noroshi/contract/limits'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import {
  deletePost,
  editPost,
  FREE,
  fetchPosts,
  createFeed,
  OPEN,
  requestGetPost,
  createPost,
  addFeedMember,
  requestPost,
} from '#/testing/scenes/feeds.ts'
import { longTest } from '#/testing/long-test.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
let admin: TestUser
let aiko: TestUser
let ben: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  admin = await noroshi.admin('Ito')
  ;[aiko, ben] = await noroshi.people('Aiko', 'Ben')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const cover = async () => [{ field: 'coverImage', name: 'river.png', bytes: await picture(40, 20) }]
const file = (name: string, text = 'two of us') => ({ name, bytes: new TextEncoder().encode(text) })
/** Returns a Matroska video of one second. */
async function matroskaVideo(): Promise<Uint8Array<ArrayBuffer>> {
  const video = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=1', '-c:v', 'libx264', '-pix_fmt', 'yuv420p']
  const options = { encoding: 'buffer' } as const
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', ...video, '-f', 'matroska', 'pipe:1'], options)
  return new Uint8Array(stdout)
}

test('an administrator creates, changes and deletes a feed, and the audit log records it', async () => {
  const feed = await createFeed(
    admin,
    { description: 'levels\r\nand roads', latitude: '38.2', longitude: '140.8' },
    await cover(),
  )
  expect(feed).toMatchObject({
    name: 'River watch',
    description: 'levels\nand roads',
    isModerated: true,
    isOpenToUsers: false,
    latitude: 38.2,
    CreatedByUserId: admin.id,
    version: 1,
  })
  const { items } = await admin.fetch(feedMemberRoutes.list, { params: { id: feed.id } })
  expect(items).toMatchObject([
    { UserId: admin.id, canPost: true, canUpdate: true, canModeratePosts: true, canModerateMembers: true },
  ])
  const change = async (form: Record<string, string>, files: Awaited<ReturnType<typeof cover>> = []) =>
    admin.fetch(feedRoutes.edit, { params: { id: feed.id }, form: { name: 'Road watch', ...form }, files })
  const changed = await change({ allowsPostByAnyUser: 'true' })
  expect(changed).toMatchObject({ name: 'Road watch', isModerated: false, isOpenToUsers: true, latitude: null, version: 2 })
  expect(changed.coverImageUrl).toBe(feed.coverImageUrl)
  const other = await change({}, await cover())
  expect((await admin.rawFetch(feed.coverImageUrl ?? '')).status).toBe(404)
  expect((await aiko.rawFetch(other.coverImageUrl ?? '')).status).toBe(200)
  expect((await noroshi.visitor.rawFetch(other.coverImageUrl ?? '')).status).toBe(404)
  expect((await change({ removesCover: 'true' })).coverImageUrl).toBe(null)
  const { version } = (await admin.fetch(feedRoutes.list)).items.find(({ id }) => id === feed.id) ?? feed
  const removal = await admin.fetch(feedRoutes.remove, { params: { id: feed.id } })
  expect(removal.version).toBe(version + 1)
  for (const route of [feedRoutes.get, feedRoutes.remove])
    expect((await admin.request(route, { params: { id: feed.id } })).body).toMatchObject({ code: 'feed.notFound' })
  const log = await admin.fetch(auditRoutes.list)
  const actions = log.items.filter(({ targetId }) => targetId === feed.id).map(({ action }) => action)
  expect(actions).toEqual(['feed.deleted', 'feed.changed', 'feed.changed', 'feed.changed', 'feed.created'])
})

test('a feed needs a name of 4 to 30 characters and a picture as cover, and is created once for a client id', async () => {
  const requestCreate = (
    form: Record<string, string>,
    files: { field: string; name: string; bytes: Uint8Array<ArrayBuffer> }[] = [],
  ) => admin.request(feedRoutes.create, { form: { name: 'River watch', ...form }, files })
  for (const name of ['', 'abc', 'x'.repeat(31)]) expect((await requestCreate({ name })).body).toMatchObject({ code: 'invalid' })
  expect((await requestCreate({ name: 'abc' })).body).toMatchObject({
    issues: [{ path: 'name', message: 'Feed name must have at least 4 characters' }],
  })
  for (const name of ['abcd', 'x'.repeat(30)]) expect((await requestCreate({ name })).status).toBe(201)
  expect((await requestCreate({}, [{ field: 'coverImage', ...file('cover.png') }])).body).toMatchObject({
    code: 'file.notPicture',
  })
  const clientId = randomUUID()
  const replies = await Promise.all(Array.from({ length: 4 }, () => requestCreate({ clientId })))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect((await requestCreate({ clientId, name: 'Another' })).status).toBe(409)
})

test('members are added once and without flags, and unknown users are refused', async () => {
  const { id } = await createFeed(admin)
  const add = (members: unknown[]) => admin.request(feedMemberRoutes.add, { params: { id }, body: { members } })
  const { body } = await add([aiko.id, { UserId: ben.id }, aiko.id])
  expect(body.items.map(({ user }) => user.firstName)).toEqual(['Ito', 'Aiko', 'Ben'])
  await addFeedMember(admin, id, aiko, { canPost: true })
  expect((await add([aiko.id])).body.items[1]).toMatchObject({ UserId: aiko.id, canPost: true, version: 2 })
  expect((await add([randomUUID()])).body).toMatchObject({ code: 'feed.personNotFound' })
  expect((await add([])).status).toBe(400)
  const mine = await aiko.fetch(feedMemberRoutes.mine, { params: { id } })
  expect(mine).toMatchObject({ UserId: aiko.id, canPost: true, canUpdate: false })
  expect(await aiko.fetch(feedMemberRoutes.membership, { params: { id } })).toEqual({ membership: mine })
})

test('a reader who is not a member has a membership of null', async () => {
  const { id } = await createFeed(admin, FREE)
  expect(await aiko.fetch(feedMemberRoutes.membership, { params: { id } })).toEqual({ membership: null })
})

test('a post needs text or a file and has at most 1500 characters', async () => {
  const { id } = await createFeed(admin, FREE)
  expect((await requestPost(aiko, id, { textContent: ' ' })).body).toMatchObject({
    code: 'post.empty',
    message: 'Post must have content',
  })
  expect((await requestPost(aiko, id, { textContent: 'x'.repeat(POST_MAX + 1) })).body).toMatchObject({
    issues: [{ path: 'textContent', message: 'A post can have at most 1500 characters' }],
  })
  expect((await requestPost(aiko, id, { textContent: '雪'.repeat(POST_MAX) })).status).toBe(201)
  const post = await createPost(aiko, id, { textContent: '' }, [file('note.txt')])
  const params = { id, postId: post.id }
  const removeMedia = (mediaIds: string[]) => aiko.request(postRoutes.removeMedia, { params, body: { mediaIds } })
  const [note] = post.postMedia
  expect((await removeMedia([note?.id ?? ''])).body).toMatchObject({ code: 'post.empty' })
  expect((await editPost(aiko, post, { textContent: '' })).status).toBe(200)
  await editPost(aiko, post, { textContent: 'now with text' })
  expect((await removeMedia([note?.id ?? ''])).body.postMedia).toEqual([])
  expect((await editPost(aiko, post, { textContent: '' })).body).toMatchObject({ code: 'post.empty' })
  expect((await aiko.rawFetch(note?.mediaUrl ?? '')).status).toBe(404)
})

longTest('a post accepts up to ten files of any type, including Matroska video', async () => {
  const { id } = await createFeed(admin, FREE)
  const video = { name: 'flood.mkv', bytes: await matroskaVideo() }
  const post = await createPost(aiko, id, {}, [{ name: 'river.png', bytes: await picture(30, 20) }, video, file('levels.csv')])
  expect(post.postMedia.map(({ previewName }) => previewName)).toEqual(['river.png', 'flood.mp4', 'levels.csv'])
  expect(post.postMedia[0]).toMatchObject({ type: 'image/png', width: 30, height: 20 })
  for (const { mediaUrl } of post.postMedia) expect((await noroshi.visitor.rawFetch(mediaUrl)).status).toBe(200)
  const moreFiles = Array.from({ length: 8 }, (_, index) => file(`${index}.txt`))
  expect((await editPost(aiko, post, {}, moreFiles)).body).toMatchObject({ code: 'file.tooMany' })
  expect((await editPost(aiko, post, {}, moreFiles.slice(1))).body.postMedia).toHaveLength(10)
  await deletePost(aiko, post)
  for (const { mediaUrl } of post.postMedia) expect((await aiko.rawFetch(mediaUrl)).status).toBe(404)
  expect(await noroshi.db.selectFrom('files').select('id').where('parent_id', '=', post.id).execute()).toEqual([])
})

/** A post of Aiko with these files, and a function that sends its edit. */
async function postWithFiles(names: readonly string[]) {
  const { id } = await createFeed(admin, FREE)
  const post = await createPost(
    aiko,
    id,
    {},
    names.map((name) => file(name)),
  )
  const idsOf = (...removed: string[]) =>
    post.postMedia
      .filter(({ previewName }) => removed.includes(previewName))
      .map((media) => media.id)
      .join(',')
  return { post, idsOf }
}

const namesOf = ({ postMedia }: FeedPostForViewer) => postMedia.map(({ previewName }) => previewName)

test('the author of a post with ten files exchanges five of them for one by a single edit', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `${index}.txt`)
  const { post, idsOf } = await postWithFiles(names)
  const form = { textContent: 'only the evens', removedMediaIds: idsOf('1.txt', '3.txt', '5.txt', '7.txt', '9.txt') }
  const { status, body } = await editPost(aiko, post, form, [file('new.txt')])
  expect(status).toBe(200)
  expect(body).toMatchObject({ textContent: 'only the evens', version: post.version + 1 })
  expect(namesOf(body)).toEqual(['0.txt', '2.txt', '4.txt', '6.txt', '8.txt', 'new.txt'])
  for (const [index, { mediaUrl }] of post.postMedia.entries())
    expect((await aiko.rawFetch(mediaUrl)).status).toBe(index % 2 === 0 ? 200 : 404)
  const fiveFiles = names.slice(0, 5).map((name) => file(name))
  const { body: refused } = await editPost(aiko, body, { removedMediaIds: randomUUID() }, fiveFiles)
  expect(refused).toMatchObject({ code: 'file.tooMany' })
  expect(namesOf((await requestGetPost(aiko, post)).body)).toEqual(namesOf(body))
})

test('an edit that would remove the last content gets 400, and its author may exchange the last file', async () => {
  const { post, idsOf } = await postWithFiles(['old.txt'])
  const form = { textContent: '', removedMediaIds: idsOf('old.txt') }
  expect((await editPost(aiko, post, form)).body).toMatchObject({ code: 'post.empty' })
  expect(namesOf((await editPost(aiko, post, form, [file('new.txt')])).body)).toEqual(['new.txt'])
})

test('a repeated edit changes the post once; other content with its client id gets 409', async () => {
  const { post, idsOf } = await postWithFiles(['old.txt', 'kept.txt'])
  const form = { clientId: randomUUID(), removedMediaIds: idsOf('old.txt') }
  const replies = await Promise.all(Array.from({ length: 4 }, () => editPost(aiko, post, form, [file('new.txt')])))
  for (const { status, body } of replies) {
    expect(status).toBe(200)
    expect(namesOf(body)).toEqual(['kept.txt', 'new.txt'])
    expect(body.version).toBe(post.version + 1)
  }
  expect((await editPost(aiko, post, { ...form, textContent: 'another' }, [file('new.txt')])).status).toBe(409)
  expect((await editPost(aiko, post, { ...form, removedMediaIds: '' }, [file('new.txt')])).status).toBe(409)
  expect((await editPost(aiko, post, form, [file('new.txt', 'other text')])).status).toBe(409)
  expect(namesOf((await requestGetPost(aiko, post)).body)).toEqual(['kept.txt', 'new.txt'])
})

test('a user without canUpdate cannot remove files by an edit, and an edit removes no files of another post', async () => {
  const { post, idsOf } = await postWithFiles(['note.txt'])
  const form = { removedMediaIds: idsOf('note.txt') }
  expect((await editPost(ben, post, form)).body).toMatchObject({ code: 'post.notAllowed' })
  const other = await createPost(ben, post.FeedId)
  expect((await editPost(ben, other, form)).status).toBe(200)
  expect((await ben.rawFetch(post.postMedia[0]?.mediaUrl ?? '')).status).toBe(200)
})

test('an edit gets 400 for wrong ids of removed files and for more than ten', async () => {
  const { post } = await postWithFiles([])
  const tooMany = Array.from({ length: 11 }, () => randomUUID()).join(',')
  for (const removedMediaIds of ['note.txt', '7,8', `${randomUUID()},`, tooMany]) {
    const { status, body } = await editPost(aiko, post, { removedMediaIds })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('"path":"removedMediaIds')
  }
  expect((await requestGetPost(aiko, post)).body.version).toBe(post.version)
})

test('a repeated client id returns the same post and stores its files once; other content gets 409', async () => {
  const { id } = await createFeed(admin, FREE)
  const form = { clientId: randomUUID(), latitude: '38.2', longitude: '140.8' }
  const replies = await Promise.all(Array.from({ length: 5 }, () => requestPost(aiko, id, form, [file('note.txt')])))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect((await fetchPosts(ben, id)).posts).toMatchObject([{ latitude: 38.2, postMedia: [{ previewName: 'note.txt' }] }])
  expect((await requestPost(aiko, id, { ...form, textContent: 'another' }, [file('note.txt')])).status).toBe(409)
  expect((await requestPost(aiko, id, form, [file('note.txt', 'other text')])).status).toBe(409)
  expect((await requestPost(ben, id, form, [file('note.txt')])).status).toBe(201)
})

test('posting or viewing as another user gets 403, and a single coordinate is ignored', async () => {
  const { id } = await createFeed(admin, FREE)
  expect((await requestPost(aiko, id, { CreatedByUserId: ben.id })).body).toMatchObject({ code: 'forbidden' })
  const post = await createPost(aiko, id, { CreatedByUserId: aiko.id, latitude: '38.2', longitude: '' })
  expect([post.latitude, post.longitude]).toEqual([null, null])
  const requestView = (UserId: string | null) =>
    aiko.request(postRoutes.view, { body: { EntityId: post.id, entityType: 'post', UserId } })
  expect((await requestView(ben.id)).status).toBe(403)
  for (const own of [aiko.id, null]) expect((await requestView(own)).status).toBe(200)
})

test('a post is found in its own feed only', async () => {
  const [one, other] = [await createFeed(admin, FREE), await createFeed(admin, OPEN)]
  const post = await createPost(aiko, one.id)
  expect((await requestGetPost(aiko, { FeedId: other.id, id: post.id })).status).toBe(404)
  expect((await deletePost(aiko, { FeedId: other.id, id: post.id })).status).toBe(404)
  expect((await deletePost(aiko, post)).status).toBe(200)
  expect((await deletePost(aiko, post)).status).toBe(404)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { POST_MAX } from '@noroshi/contract/limits'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { deletes, edits, FREE, lists, makesFeed, OPEN, opensPost, posts, takesIn, tries } from '#/testing/feeds.ts'
import { picture } from '#/testing/pictures.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let admin: Person
let aiko: Person
let ben: Person
beforeAll(async () => {
  noroshi = await unit()
  admin = await noroshi.admin('Ito')
  ;[aiko, ben] = await noroshi.people('Aiko', 'Ben')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const cover = async () => [{ field: 'coverImage', name: 'river.png', bytes: await picture(40, 20) }]
const file = (name: string, text = 'two of us') => ({ name, bytes: new TextEncoder().encode(text) })
/** The head of a Matroska film. */
const MKV = new Uint8Array([
  0x1a, 0x45, 0xdf, 0xa3, 0x93, 0x42, 0x82, 0x88, 0x6d, 0x61, 0x74, 0x72, 0x6f, 0x73, 0x6b, 0x61, 0x42, 0x87, 0x81, 4, 0x42, 0x85,
  0x81, 2,
])

test('an administrator makes, changes and deletes a feed, and the log says so', async () => {
  const feed = await makesFeed(admin, { description: 'levels\r\nand roads', latitude: '38.2', longitude: '140.8' }, await cover())
  expect(feed).toMatchObject({
    name: 'River watch',
    description: 'levels\nand roads',
    isModerated: true,
    isOpenToUsers: false,
    latitude: 38.2,
    CreatedByUserId: admin.id,
    version: 1,
  })
  const { items } = await admin.gets(feedMemberRoutes.list, { params: { id: feed.id } })
  expect(items).toMatchObject([
    { UserId: admin.id, canPost: true, canUpdate: true, canModeratePosts: true, canModerateMembers: true },
  ])
  const change = async (form: Record<string, string>, files: Awaited<ReturnType<typeof cover>> = []) =>
    admin.gets(feedRoutes.edit, { params: { id: feed.id }, form: { name: 'Road watch', ...form }, files })
  const changed = await change({ allowsPostByAnyUser: 'true' })
  expect(changed).toMatchObject({ name: 'Road watch', isModerated: false, isOpenToUsers: true, latitude: null, version: 2 })
  expect(changed.coverImageUrl).toBe(feed.coverImageUrl)
  const other = await change({}, await cover())
  expect((await admin.fetch(feed.coverImageUrl ?? '')).status).toBe(404)
  expect((await aiko.fetch(other.coverImageUrl ?? '')).status).toBe(200)
  expect((await noroshi.visitor.fetch(other.coverImageUrl ?? '')).status).toBe(404)
  expect((await change({ removesCover: 'true' })).coverImageUrl).toBe(null)
  await admin.gets(feedRoutes.remove, { params: { id: feed.id } })
  for (const route of [feedRoutes.get, feedRoutes.remove])
    expect((await admin.asks(route, { params: { id: feed.id } })).body).toMatchObject({ code: 'feed.notFound' })
  const log = await admin.gets(auditRoutes.list)
  const actions = log.items.filter(({ targetId }) => targetId === feed.id).map(({ action }) => action)
  expect(actions).toEqual(['feed.deleted', 'feed.changed', 'feed.changed', 'feed.changed', 'feed.created'])
})

test('a feed’s name has 4 to 30 characters, its cover is a picture, and the same clientId makes it once', async () => {
  const asks = (form: Record<string, string>, files: { field: string; name: string; bytes: Uint8Array<ArrayBuffer> }[] = []) =>
    admin.asks(feedRoutes.create, { form: { name: 'River watch', ...form }, files })
  for (const name of ['', 'abc', 'x'.repeat(31)]) expect((await asks({ name })).body).toMatchObject({ code: 'invalid' })
  expect((await asks({ name: 'abc' })).body).toMatchObject({
    issues: [{ path: 'name', message: 'Feed name must have at least 4 characters' }],
  })
  for (const name of ['abcd', 'x'.repeat(30)]) expect((await asks({ name })).status).toBe(201)
  expect((await asks({}, [{ field: 'coverImage', ...file('cover.png') }])).body).toMatchObject({ code: 'file.notPicture' })
  const clientId = randomUUID()
  const made = await Promise.all(Array.from({ length: 4 }, () => asks({ clientId })))
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
  expect((await asks({ clientId, name: 'Another' })).status).toBe(409)
})

test('members are added without a flag and each once, and who is unknown or deactivated is refused', async () => {
  const { id } = await makesFeed(admin)
  const add = (members: unknown[]) => admin.asks(feedMemberRoutes.add, { params: { id }, body: { members } })
  const { body } = await add([aiko.id, { UserId: ben.id }, aiko.id])
  expect(body.items.map(({ user }) => user.firstName)).toEqual(['Ito', 'Aiko', 'Ben'])
  await takesIn(admin, id, aiko, { canPost: true })
  expect((await add([aiko.id])).body.items[1]).toMatchObject({ UserId: aiko.id, canPost: true, version: 2 })
  expect((await add([randomUUID()])).body).toMatchObject({ code: 'feed.personNotFound' })
  expect((await add([])).status).toBe(400)
  const mine = await aiko.gets(feedMemberRoutes.mine, { params: { id } })
  expect(mine).toMatchObject({ UserId: aiko.id, canPost: true, canUpdate: false })
})

test('a post needs words or a file, and holds at most 1500 characters', async () => {
  const { id } = await makesFeed(admin, FREE)
  expect((await tries(aiko, id, { textContent: ' ' })).body).toMatchObject({
    code: 'post.empty',
    message: 'post must have content',
  })
  expect((await tries(aiko, id, { textContent: 'x'.repeat(POST_MAX + 1) })).body).toMatchObject({
    issues: [{ path: 'textContent', message: 'A post can have at most 1500 characters' }],
  })
  expect((await tries(aiko, id, { textContent: '雪'.repeat(POST_MAX) })).status).toBe(201)
  const post = await posts(aiko, id, { textContent: '' }, [file('note.txt')])
  const params = { id, postId: post.id }
  const takeOff = (mediaIds: string[]) => aiko.asks(postRoutes.removeMedia, { params, body: { mediaIds } })
  const [note] = post.postMedia
  expect((await takeOff([note?.id ?? ''])).body).toMatchObject({ code: 'post.empty' })
  expect((await edits(aiko, post, { textContent: '' })).status).toBe(200)
  await edits(aiko, post, { textContent: 'now with words' })
  expect((await takeOff([note?.id ?? ''])).body.postMedia).toEqual([])
  expect((await edits(aiko, post, { textContent: '' })).body).toMatchObject({ code: 'post.empty' })
  expect((await aiko.fetch(note?.mediaUrl ?? '')).status).toBe(404)
})

test('a post takes files of every kind, a film in Matroska too, and ten in all', async () => {
  const { id } = await makesFeed(admin, FREE)
  const film = { name: 'flood.mkv', bytes: MKV }
  const post = await posts(aiko, id, {}, [{ name: 'river.png', bytes: await picture(30, 20) }, film, file('levels.csv')])
  expect(post.postMedia.map(({ previewName }) => previewName)).toEqual(['river.png', 'flood.mkv', 'levels.csv'])
  expect(post.postMedia[0]).toMatchObject({ type: 'image/png', width: 30, height: 20 })
  for (const { mediaUrl } of post.postMedia) expect((await noroshi.visitor.fetch(mediaUrl)).status).toBe(200)
  const more = Array.from({ length: 8 }, (_, index) => file(`${index}.txt`))
  expect((await edits(aiko, post, {}, more)).body).toMatchObject({ code: 'file.tooMany' })
  expect((await edits(aiko, post, {}, more.slice(1))).body.postMedia).toHaveLength(10)
  await deletes(aiko, post)
  for (const { mediaUrl } of post.postMedia) expect((await aiko.fetch(mediaUrl)).status).toBe(404)
  expect(await noroshi.db.selectFrom('files').select('id').where('parent_id', '=', post.id).execute()).toEqual([])
})

test('the same clientId again answers the same post and keeps its files once, and another post under it is a conflict', async () => {
  const { id } = await makesFeed(admin, FREE)
  const form = { clientId: randomUUID(), latitude: '38.2', longitude: '140.8' }
  const made = await Promise.all(Array.from({ length: 5 }, () => tries(aiko, id, form, [file('note.txt')])))
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
  expect((await lists(ben, id)).posts).toMatchObject([{ latitude: 38.2, postMedia: [{ previewName: 'note.txt' }] }])
  expect((await tries(aiko, id, { ...form, textContent: 'another' }, [file('note.txt')])).status).toBe(409)
  expect((await tries(aiko, id, form, [file('note.txt', 'other words')])).status).toBe(409)
  expect((await tries(ben, id, form, [file('note.txt')])).status).toBe(201)
})

test('nobody posts or looks in the name of another, and one coordinate is no place', async () => {
  const { id } = await makesFeed(admin, FREE)
  expect((await tries(aiko, id, { CreatedByUserId: ben.id })).body).toMatchObject({ code: 'forbidden' })
  const post = await posts(aiko, id, { CreatedByUserId: aiko.id, latitude: '38.2', longitude: '' })
  expect([post.latitude, post.longitude]).toEqual([null, null])
  const look = (UserId: string | null) => aiko.asks(postRoutes.view, { body: { EntityId: post.id, entityType: 'post', UserId } })
  expect((await look(ben.id)).status).toBe(403)
  for (const own of [aiko.id, null]) expect((await look(own)).status).toBe(200)
})

test('a post is found in its own feed alone', async () => {
  const [one, other] = [await makesFeed(admin, FREE), await makesFeed(admin, OPEN)]
  const post = await posts(aiko, one.id)
  expect((await opensPost(aiko, { FeedId: other.id, id: post.id })).status).toBe(404)
  expect((await deletes(aiko, { FeedId: other.id, id: post.id })).status).toBe(404)
  expect((await deletes(aiko, post)).status).toBe(200)
  expect((await deletes(aiko, post)).status).toBe(404)
})

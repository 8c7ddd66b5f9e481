import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostPage, postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Caller } from '#/testing/caller.ts'
import { deletePost, fetchPosts, createFeed, createPost, PUBLIC, addFeedMember } from '#/testing/scenes/feeds.ts'
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

async function createTestFeed(): Promise<string> {
  const { id } = await createFeed(creator, PUBLIC)
  await addFeedMember(creator, id, author, { canPost: true })
  await addFeedMember(creator, id, moderator, { canPost: true, canModeratePosts: true })
  return id
}

/** Inserts posts of so many minutes ago. @returns their ids in the order of `minutes` */
async function insertPosts(feedId: string, minutes: readonly number[], more: object = {}): Promise<string[]> {
  const rows = minutes.map((ago) => {
    const at = new Date(Date.UTC(2026, 10, 20, 12) - ago * 60_000)
    const times = { created_at: at, updated_at: at }
    return {
      id: uuidv7({ msecs: at.getTime() }),
      feed_id: feedId,
      created_by: author.id,
      text_content: `${ago}`,
      is_approved: true,
      ...times,
      ...more,
    }
  })
  if (rows.length > 0) await noroshi.db.insertInto('posts').values(rows).execute()
  return rows.map(({ id }) => id)
}
const idsOf = ({ posts: page }: PostPage) => page.map(({ id }) => id)

async function allPages(
  caller: Caller,
  feedId: string,
  query: Record<string, string | number>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | null = ''; after !== null; await between()) {
    const page: PostPage = await fetchPosts(caller, feedId, after === '' ? query : { ...query, 'page[after]': after })
    ids.push(...idsOf(page))
    after = page.nextCursor
  }
  return ids
}

test('numbered pages have thirty posts, newest first, and the last page has no next page', async () => {
  const feedId = await createTestFeed()
  const ids = await insertPosts(
    feedId,
    Array.from({ length: 61 }, (_, index) => index),
  )
  const pages = await Promise.all([1, 2, 3, 4].map((page) => fetchPosts(reader, feedId, { 'page[pageNumber]': page })))
  expect(pages.map(idsOf)).toEqual([ids.slice(0, 30), ids.slice(30, 60), ids.slice(60), []])
  expect(pages.map(({ nextPage }) => nextPage)).toEqual([2, 3, null, null])
  const few = await fetchPosts(reader, feedId, { 'page[limit]': 5, 'orderBy[sortOrder]': 'ASC' })
  expect(idsOf(few)).toEqual(ids.toReversed().slice(0, 5))
})

test('pages by cursor neither skip nor repeat a post while others are created and deleted', async () => {
  const feedId = await createTestFeed()
  const step = fc.record({ posts: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }), deletes: fc.nat({ max: 2 }) })
  const walk = async (ages: number[], limit: number, order: 'asc' | 'desc', steps: { posts: number[]; deletes: number }[]) => {
    await noroshi.db.deleteFrom('posts').where('feed_id', '=', feedId).execute()
    const kept = await insertPosts(feedId, ages)
    const toDelete = await insertPosts(feedId, ages)
    const remainingSteps = [...steps]
    const ids = await allPages(reader, feedId, { 'page[limit]': limit, 'orderBy[sortOrder]': order }, async () => {
      const now = remainingSteps.shift()
      if (!now) return
      await insertPosts(feedId, now.posts)
      for (const id of toDelete.splice(0, now.deletes)) await deletePost(creator, { FeedId: feedId, id })
    })
    expect(new Set(ids).size).toBe(ids.length)
    expect(kept.filter((id) => !ids.includes(id))).toEqual([])
    const rows = await noroshi.db.selectFrom('posts').select(['id', 'created_at']).where('id', 'in', ids).execute()
    const inOrder = rows
      .toSorted((a, b) => Number(a.created_at) - Number(b.created_at) || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
    expect(ids).toEqual(order === 'asc' ? inOrder : inOrder.toReversed())
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.array(step, { maxLength: 6 }),
      walk,
    ),
    { numRuns: 15 },
  )
})

test('posts are filtered by author, day and time', async () => {
  const feedId = await createTestFeed()
  const [now, hour, day] = await insertPosts(feedId, [0, 60, 24 * 60])
  const [bens] = await insertPosts(feedId, [30], { created_by: moderator.id })
  const findIds = async (query: Record<string, string>) => idsOf(await fetchPosts(reader, feedId, query))
  expect(await findIds({ 'filter[userName]': 'be' })).toEqual([bens])
  expect(await findIds({ 'filter[userName]': 'AIKO' })).toEqual([now, hour, day])
  expect(await findIds({ 'filter[userName]': 'unknown' })).toEqual([])
  expect(await findIds({ 'filter[startDate]': '2026-11-20' })).toEqual([now, bens, hour])
  expect(await findIds({ 'filter[endDate]': '2026-11-19' })).toEqual([day])
  expect(await findIds({ 'filter[startDate]': '2026-11-20T20:00:00+09:00', 'filter[endDate]': '2026-11-20T11:30:00Z' })).toEqual([
    bens,
    hour,
  ])
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', moderator.id).execute()
  expect(await findIds({ 'filter[userName]': 'ben' })).toEqual([bens])
  await noroshi.db.updateTable('users').set({ is_active: true }).where('id', '=', moderator.id).execute()
})

test('pending and rejected posts are listed for their author and the moderators only', async () => {
  const feedId = await createTestFeed()
  const [approved] = await insertPosts(feedId, [1])
  const [pendingPost] = await insertPosts(feedId, [2], { is_approved: null })
  const [rejected] = await insertPosts(feedId, [3], { is_approved: false })
  const [bens] = await insertPosts(feedId, [4], { is_approved: null, created_by: moderator.id })
  const findIds = async (caller: Caller, query: Record<string, string>) => idsOf(await fetchPosts(caller, feedId, query))
  for (const caller of [author, moderator, reader]) expect(await findIds(caller, {})).toEqual([approved])
  const pendingQuery = { 'filter[status]': 'pending' }
  expect(await findIds(moderator, pendingQuery)).toEqual([pendingPost, bens])
  expect(await findIds(author, pendingQuery)).toEqual([pendingPost])
  expect(await findIds(reader, pendingQuery)).toEqual([])
  expect(await findIds(author, { 'filter[status]': 'rejected' })).toEqual([rejected])
  expect(await findIds(author, { 'filter[mine]': 'true' })).toEqual([approved, pendingPost, rejected])
  expect(await findIds(moderator, { 'filter[mine]': 'true', 'filter[status]': 'rejected' })).toEqual([])
  const fetchPublic = (query: object) =>
    noroshi.visitor.fetch(postRoutes.listPublic, { params: { id: feedId }, query: { ...query } })
  expect(idsOf(await fetchPublic({}))).toEqual([approved])
  for (const query of [pendingQuery, { 'filter[mine]': 'true' }]) expect(idsOf(await fetchPublic(query))).toEqual([])
})

test('the map returns the newest approved posts in the box, also across the date line', async () => {
  const feedId = await createTestFeed()
  const at = (latitude: number, longitude: number, more: object = {}) => ({ latitude, longitude, ...more })
  const [sendai] = await insertPosts(feedId, [1], at(38.27, 140.87))
  await insertPosts(feedId, [2], at(38.27, 140.87, { is_approved: null }))
  const [fiji] = await insertPosts(feedId, [3], at(-18, 179.9))
  const [samoa] = await insertPosts(feedId, [4], at(-18, -179.9))
  await insertPosts(feedId, [5])
  const fetchMap = async (query: object) =>
    await noroshi.visitor.fetch(postRoutes.map, { params: { id: feedId }, query: { ...query } })
  const mapIds = async (bbox: string) => (await fetchMap({ bbox })).items.map(({ id }) => id)
  expect(await mapIds('140,38,141,39')).toEqual([sendai])
  expect(await mapIds('179,-20,-179,-17')).toEqual([fiji, samoa])
  expect((await fetchMap({})).items.map(({ id }) => id)).toEqual([sendai, fiji, samoa])
  await insertPosts(
    feedId,
    Array.from({ length: 500 }, () => 0),
    at(38.1, 140.5),
  )
  const { items, isComplete } = await fetchMap({ bbox: '140,38,141,39' })
  expect([items.length, isComplete, items.some(({ id }) => id === sendai)]).toEqual([500, false, false])
})

test('a view is counted once for each browser session', async () => {
  const feedId = await createTestFeed()
  const { id } = await createPost(moderator, feedId)
  const view = (caller: Caller, clientId?: string) =>
    caller.fetch(postRoutes.view, { body: { EntityId: id, entityType: 'post', ...(clientId !== undefined && { clientId }) } })
  const session = uuidv7()
  await Promise.all(Array.from({ length: 5 }, () => view(noroshi.visitor, session)))
  await view(reader)
  await view(reader)
  await view(reader, uuidv7())
  const { posts: page } = await fetchPosts(reader, feedId)
  expect(page[0]).toMatchObject({ views: 3, version: 1 })
})

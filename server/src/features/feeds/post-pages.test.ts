import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostPage, postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Caller } from '#/testing/caller.ts'
import { deletes, lists, makesFeed, posts, PUBLIC, takesIn } from '#/testing/feeds.ts'
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

async function feed(): Promise<string> {
  const { id } = await makesFeed(creator, PUBLIC)
  await takesIn(creator, id, author, { canPost: true })
  await takesIn(creator, id, moderator, { canPost: true, canModeratePosts: true })
  return id
}

/** Posts of this many minutes ago, in the order in which they are named. */
async function written(feedId: string, minutes: readonly number[], more: object = {}): Promise<string[]> {
  const rows = minutes.map((ago) => {
    const at = new Date(Date.UTC(2026, 10, 20, 12) - ago * 60_000)
    const times = { created_at: at, updated_at: at }
    return { id: uuidv7(), feed_id: feedId, created_by: author.id, text_content: `${ago}`, is_approved: true, ...times, ...more }
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
    const page: PostPage = await lists(caller, feedId, after === '' ? query : { ...query, 'page[after]': after })
    ids.push(...idsOf(page))
    after = page.nextCursor
  }
  return ids
}

test('pages by number hold thirty posts, the newest first, until one is the last', async () => {
  const feedId = await feed()
  const ids = await written(
    feedId,
    Array.from({ length: 61 }, (_, index) => index),
  )
  const pages = await Promise.all([1, 2, 3, 4].map((page) => lists(reader, feedId, { 'page[pageNumber]': page })))
  expect(pages.map(idsOf)).toEqual([ids.slice(0, 30), ids.slice(30, 60), ids.slice(60), []])
  expect(pages.map(({ nextPage }) => nextPage)).toEqual([2, 3, null, null])
  const few = await lists(reader, feedId, { 'page[limit]': 5, 'orderBy[sortOrder]': 'ASC' })
  expect(idsOf(few)).toEqual(ids.toReversed().slice(0, 5))
})

test('pages by keyset never skip and never double a post while others are posted and deleted', async () => {
  const feedId = await feed()
  const step = fc.record({ posts: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }), deletes: fc.nat({ max: 2 }) })
  const walk = async (ages: number[], limit: number, order: 'asc' | 'desc', steps: { posts: number[]; deletes: number }[]) => {
    await noroshi.db.deleteFrom('posts').where('feed_id', '=', feedId).execute()
    const stay = await written(feedId, ages)
    const doomed = await written(feedId, ages)
    const waiting = [...steps]
    const ids = await allPages(reader, feedId, { 'page[limit]': limit, 'orderBy[sortOrder]': order }, async () => {
      const now = waiting.shift()
      if (!now) return
      await written(feedId, now.posts)
      for (const id of doomed.splice(0, now.deletes)) await deletes(creator, { FeedId: feedId, id })
    })
    expect(new Set(ids).size).toBe(ids.length)
    expect(stay.filter((id) => !ids.includes(id))).toEqual([])
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

test('filters by author, by day and by moment', async () => {
  const feedId = await feed()
  const [now, hour, day] = await written(feedId, [0, 60, 24 * 60])
  const [bens] = await written(feedId, [30], { created_by: moderator.id })
  const found = async (query: Record<string, string>) => idsOf(await lists(reader, feedId, query))
  expect(await found({ 'filter[userName]': 'be' })).toEqual([bens])
  expect(await found({ 'filter[userName]': 'AIKO' })).toEqual([now, hour, day])
  expect(await found({ 'filter[userName]': 'nobody' })).toEqual([])
  expect(await found({ 'filter[startDate]': '2026-11-20' })).toEqual([now, bens, hour])
  expect(await found({ 'filter[endDate]': '2026-11-19' })).toEqual([day])
  expect(await found({ 'filter[startDate]': '2026-11-20T20:00:00+09:00', 'filter[endDate]': '2026-11-20T11:30:00Z' })).toEqual([
    bens,
    hour,
  ])
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', moderator.id).execute()
  expect(await found({ 'filter[userName]': 'ben' })).toEqual([bens])
  await noroshi.db.updateTable('users').set({ is_active: true }).where('id', '=', moderator.id).execute()
})

test('what waits or is rejected is listed for its author and the moderators alone', async () => {
  const feedId = await feed()
  const [approved] = await written(feedId, [1])
  const [waits] = await written(feedId, [2], { is_approved: null })
  const [rejected] = await written(feedId, [3], { is_approved: false })
  const [bens] = await written(feedId, [4], { is_approved: null, created_by: moderator.id })
  const found = async (caller: Caller, query: Record<string, string>) => idsOf(await lists(caller, feedId, query))
  for (const caller of [author, moderator, reader]) expect(await found(caller, {})).toEqual([approved])
  const pending = { 'filter[status]': 'pending' }
  expect(await found(moderator, pending)).toEqual([waits, bens])
  expect(await found(author, pending)).toEqual([waits])
  expect(await found(reader, pending)).toEqual([])
  expect(await found(author, { 'filter[status]': 'rejected' })).toEqual([rejected])
  expect(await found(author, { 'filter[mine]': 'true' })).toEqual([approved, waits, rejected])
  expect(await found(moderator, { 'filter[mine]': 'true', 'filter[status]': 'rejected' })).toEqual([])
  const publicly = (query: object) => noroshi.visitor.gets(postRoutes.listPublic, { params: { id: feedId }, query: { ...query } })
  expect(idsOf(await publicly({}))).toEqual([approved])
  for (const query of [pending, { 'filter[mine]': 'true' }]) expect(idsOf(await publicly(query))).toEqual([])
})

test('the map holds approved posts in the box, across the date line too, and of too many the newest', async () => {
  const feedId = await feed()
  const at = (latitude: number, longitude: number, more: object = {}) => ({ latitude, longitude, ...more })
  const [sendai] = await written(feedId, [1], at(38.27, 140.87))
  await written(feedId, [2], at(38.27, 140.87, { is_approved: null }))
  const [fiji] = await written(feedId, [3], at(-18, 179.9))
  const [samoa] = await written(feedId, [4], at(-18, -179.9))
  await written(feedId, [5])
  const on = async (query: object) => await noroshi.visitor.gets(postRoutes.map, { params: { id: feedId }, query: { ...query } })
  const idsOn = async (bbox: string) => (await on({ bbox })).items.map(({ id }) => id)
  expect(await idsOn('140,38,141,39')).toEqual([sendai])
  expect(await idsOn('179,-20,-179,-17')).toEqual([fiji, samoa])
  expect((await on({})).items.map(({ id }) => id)).toEqual([sendai, fiji, samoa])
  await written(
    feedId,
    Array.from({ length: 500 }, () => 0),
    at(38.1, 140.5),
  )
  const { items, isComplete } = await on({ bbox: '140,38,141,39' })
  expect([items.length, isComplete, items.some(({ id }) => id === sendai)]).toEqual([500, false, false])
})

test('a look is counted once for each browser session', async () => {
  const feedId = await feed()
  const { id } = await posts(moderator, feedId)
  const look = (caller: Caller, clientId?: string) =>
    caller.gets(postRoutes.view, { body: { EntityId: id, entityType: 'post', ...(clientId !== undefined && { clientId }) } })
  const session = uuidv7()
  await Promise.all(Array.from({ length: 5 }, () => look(noroshi.visitor, session)))
  await look(reader)
  await look(reader)
  await look(reader, uuidv7())
  const { posts: page } = await lists(reader, feedId)
  expect(page[0]).toMatchObject({ views: 3, version: 1 })
})

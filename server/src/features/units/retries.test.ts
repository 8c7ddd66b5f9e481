import { randomUUID } from 'node:crypto'
import { v5 as uuidv5 } from 'uuid'
import { expect, test } from 'vitest'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { unitRoutes } from '@noroshi/contract/units/units.http'
import { carry, contextOf, forgeFile, forgeSegment, type Hall, laneOf, openGroup, readFile } from '#/testing/scenes/units.ts'
import { authorKind } from '#/features/accounts/people/authors.service.ts'
import { commentKind } from '#/features/comments/received-comments.service.ts'
import { postKind } from '#/features/feeds/received-feeds.service.ts'
import { laneRows } from './lanes.sql.ts'
import { exchangeWithAll } from './peers.service.ts'

const createFeed = ({ admin }: Hall) =>
  admin.fetch(feedRoutes.create, { form: { name: 'Water', isShared: 'true', allowsPostByAnyUser: 'true' } })
const post = ({ admin }: Hall, feedId: string, textContent: string) =>
  admin.fetch(postRoutes.create, { params: { id: feedId }, form: { textContent } })
const comment = ({ admin }: Hall, EntityId: string, description: string) =>
  admin.fetch(commentRoutes.create, { form: { EntityId, entityType: 'post', description } })
const postsAt = async ({ admin }: Hall, feedId: string) => (await admin.fetch(postRoutes.list, { params: { id: feedId } })).posts
const commentsAt = async ({ admin }: Hall, EntityId: string) =>
  (await admin.fetch(commentRoutes.list, { params: { EntityId, entityType: 'post' } })).items.map(
    ({ description }) => description,
  )
const unknownAt = ({ server }: Hall) => server.db.selectFrom('sync_unknown').select(['n', 'state']).orderBy('n').execute()

/** A record as a unit writes it. */
const read = async (at: Hall, kind: typeof postKind, key: string): Promise<object> =>
  Object((await kind.read(at.server.db, [key]))[0])

/** Reads at `to` a segment that `signer` signs for its lane, as a compromised unit would: it depends on nothing. */
async function forge(signer: Hall, to: Hall, records: readonly (readonly [string, unknown])[]): Promise<void> {
  const lane = await laneOf(signer)
  const end = (await laneRows(to.server.db)).find((row) => row.lane === lane)
  const [first, prev] = [(end?.applied ?? 0) + 1, end?.hash.toString('base64url') ?? '']
  const file = await forgeFile(signer, to, [await forgeSegment(signer, { lane, first, prev }, records)])
  expect(await readFile(to, file)).toMatchObject({ refused: 0 })
}

test('a record that misses something applies when it arrives, and one of another version after the update', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall)
  for (const to of [gym, school]) await carry(hall, to)
  await carry(school, hall)
  const { id } = await post(gym, feed.id, 'Water at 10')
  const own = await post(school, feed.id, 'of the school')
  const answer = await comment(school, own.id, 'seen')
  const record = { ...(await read(school, commentKind, answer.id)), postId: id }
  await forge(school, hall, [
    ['author', await read(school, authorKind, school.admin.id)],
    ['comment', record],
    ['comment', { ...record, userId: hall.admin.id, id: randomUUID() }],
    ['of-a-later-version', {}],
  ])
  const [missing, refused, unreadable] = await unknownAt(hall)
  expect([missing, refused, unreadable]).toMatchObject([{ state: 'missing' }, { state: 'refused' }, { state: 'unreadable' }])
  await carry(gym, hall)
  expect(await commentsAt(hall, id)).toEqual(['seen'])
  expect(await unknownAt(hall)).toEqual([refused, unreadable])

  // The version before knew neither.
  const late = JSON.stringify(['comment', { ...record, id: randomUUID(), description: 'late' }])
  const lane = await laneOf(school)
  await hall.server.db.insertInto('sync_unknown').values({ lane, n: 1000, record: late, tried_version: '0.0.1' }).execute()
  await hall.server.db
    .insertInto('sync_unknown')
    .values({ lane, n: 1001, record: late, tried_version: '0.0.1', state: 'refused' })
    .execute()
  await exchangeWithAll(contextOf(hall))
  expect((await commentsAt(hall, id)).toSorted()).toEqual(['late', 'seen'])
  const others = [refused, unreadable, { n: 1001, state: 'refused' }]
  expect(await unknownAt(hall)).toEqual(others)

  // The clock of the hall is behind, and is set right later.
  hall.server.clock.advance({ hours: -24 * 30 })
  await post(gym, feed.id, 'Bread at 12')
  await carry(gym, hall)
  await exchangeWithAll(contextOf(hall))
  expect(await unknownAt(hall)).toContainEqual({ n: expect.any(Number) as number, state: 'missing' })
  const textsAt = async () => (await postsAt(hall, feed.id)).map(({ textContent }) => textContent)
  expect(await textsAt()).not.toContain('Bread at 12')
  hall.server.clock.advance({ hours: 24 * 30 })
  await exchangeWithAll(contextOf(hall))
  expect(await textsAt()).toContain('Bread at 12')
  expect(await unknownAt(hall)).toEqual(others)
})

test('a unit that claims the id of a person of another one neither speaks for that person nor locks the home out', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall)
  for (const to of [gym, school]) await carry(hall, to)
  for (const from of [gym, school]) await carry(from, hall)
  for (const to of [gym, school]) await carry(hall, to)
  const genuine = await post(gym, feed.id, 'of the gym')
  const spoken = { ...(await read(gym, postKind, genuine.id)), id: randomUUID(), textContent: 'Forged' }
  const claim = { ...(await read(gym, authorKind, gym.admin.id)), firstName: 'Taken', changed: Date.now() + 3_600_000 }
  const claims = [
    ['author', claim],
    ['post', { ...spoken, changedBy: await school.unitId() }],
  ] as const

  // The claim comes first at the hall, and last at the gym, whose account it is.
  await forge(school, hall, claims)
  await carry(gym, hall)
  await forge(school, gym, claims)
  const [forged, real] = await postsAt(hall, feed.id)
  expect([forged, real]).toMatchObject([
    { textContent: 'Forged', createdBy: { firstName: 'Taken' } },
    { textContent: 'of the gym', createdBy: { firstName: 'Gen' } },
  ])
  expect(forged?.CreatedByUserId).not.toBe(real?.CreatedByUserId)
  expect((await postsAt(gym, feed.id)).map(({ textContent, createdBy }) => [textContent, createdBy.firstName])).toEqual([
    ['of the gym', 'Gen'],
  ])
  expect(await unknownAt(gym)).toMatchObject([{ state: 'refused' }, { state: 'refused' }])
  await gym.admin.fetch(postRoutes.edit, { params: { id: feed.id, postId: genuine.id }, form: { textContent: 'changed' } })
  await carry(gym, hall)
  expect((await postsAt(hall, feed.id)).map(({ textContent }) => textContent)).toEqual(['Forged', 'changed'])
  expect(await unknownAt(hall)).toEqual([])

  // The gym has the person of the hall already. An id that follows from another one is no claim.
  await forge(school, gym, [
    ['author', { ...claim, id: hall.admin.id }],
    ['author', { ...claim, id: uuidv5(hall.admin.id, await hall.unitId()) }],
  ])
  const person = gym.server.db.selectFrom('users').select(['first_name', 'home_unit']).where('id', '=', hall.admin.id)
  expect(await person.executeTakeFirst()).toEqual({ first_name: 'Hana', home_unit: await hall.unitId() })
  expect(await unknownAt(gym)).toHaveLength(3)

  // The person whom the school has claimed loses the name. The founder, which answers for the gym from now on, erases none of the gym.
  const nameless = { ...claim, firstName: '', lastName: '', nameReading: '', changed: claim.changed + 1 }
  await forge(school, hall, [['author', nameless]])
  await hall.admin.fetch(unitRoutes.revoke, { params: { id: await gym.unitId() } })
  await exchangeWithAll(contextOf(hall))
  expect(await hall.server.db.selectFrom('sync_erasures').selectAll().execute()).toEqual([])
  expect(await hall.segments()).toContain(`{"id":"${gym.admin.id}","firstName":"Gen"`)
})
